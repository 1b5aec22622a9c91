"""The same game in WebKit, the engine of every browser on an iPhone."""
