"""The scripts of the migrations: one for each revision of the schema, named after it."""
