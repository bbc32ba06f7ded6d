/**
 * The types of values that SQL does not state, by `table.column`: those of every JSON column, and those of texts with
 * fixed values but without a check constraint. Each feature declares its own.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it
export interface ColumnTypes {}
