"""Tables: the service behind the pages, the JSON API and the tests, put together in `service`."""
