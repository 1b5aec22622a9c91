"""The rules of ZoMbIeS! The Game of the (Surviving) 0.1%, as procedures and tables of facts."""

TITLE = "ZoMbIeS!"
