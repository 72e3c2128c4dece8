/** Why a report cannot be counted, as a phrase that follows its name: `it is cut off`. */

/** The report is told as one that could not be counted. */
export class ReportFault extends Error {}

/** The report brings what no report has a use for, and nothing is counted at all. */
export class RefusedReport extends Error {}
