/** A required program is off, down or does not answer in time; the message is a sentence for the customer. */
export class EngineUnavailable extends Error {}
