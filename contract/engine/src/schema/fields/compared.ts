/** How a value compares with that of another field of its record. */
export const comparisonOptions = ['gt', 'gte', 'lt', 'lte'] as const;

/** One of the options that compare with another field. */
export type ComparisonOption = (typeof comparisonOptions)[number];

/** The options of fields whose values have an order. Nothing is compared where either field is empty. */
export interface ComparedOptions {
  /**
   * Another field of the record, with values of the same type: more than that, or later.
   * @example date({ gt: 'arrival' })
   */
  readonly gt?: string;
  /**
   * Another field of the record, with values of the same type: as much as that or more, or not earlier.
   * @example date({ gte: 'orderedOn' })
   */
  readonly gte?: string;
  /**
   * Another field of the record, with values of the same type: less than that, or earlier.
   * @example integer({ lt: 'capacity' })
   */
  readonly lt?: string;
  /**
   * Another field of the record, with values of the same type: as much as that or less, or not later.
   * @example decimal({ lte: 'price' })
   */
  readonly lte?: string;
}

/** The options without a value: nothing is compared. */
export const NOT_COMPARED = { gt: undefined, gte: undefined, lt: undefined, lte: undefined };
