/** The constraints between a value and another field of its record. */
export const comparisonOptions = ['gt', 'gte', 'lt', 'lte'] as const;

/** An option that compares with another field. */
export type ComparisonOption = (typeof comparisonOptions)[number];

/** The options of fields whose values have an order. A constraint applies if both fields have a value. */
export interface ComparedOptions {
  /**
   * Another field of the same record and type: this one must be greater (for times, later).
   * @example date({ gt: 'arrival' })
   */
  readonly gt?: string;
  /**
   * Another field of the same record and type: this one must be equal or greater (for times, not earlier).
   * @example date({ gte: 'orderedOn' })
   */
  readonly gte?: string;
  /**
   * Another field of the same record and type: this one must be less (for times, earlier).
   * @example integer({ lt: 'capacity' })
   */
  readonly lt?: string;
  /**
   * Another field of the same record and type: this one must be equal or less (for times, not later).
   * @example decimal({ lte: 'price' })
   */
  readonly lte?: string;
}

/** The options without a constraint. */
export const NOT_COMPARED = { gt: undefined, gte: undefined, lt: undefined, lte: undefined };
