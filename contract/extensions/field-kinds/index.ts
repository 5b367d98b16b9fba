/** The builders of your own field kinds, one a line: see docs/field-kinds.md. Upgrades leave it alone. */
export {};
