"""For the tests of games: `prove` checks a game at random, `guests` has browsers play it at a table."""
