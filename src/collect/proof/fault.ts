/** A file of a proof is there and cannot be understood; `message` is the end of "it was not read: ...". */
export class ProofFault extends Error {}
