"""The pages' code: a kit, the components, a room for each lesson."""
