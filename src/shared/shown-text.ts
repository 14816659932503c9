// White space, what Unicode has programs draw as nothing (fillers, joiners, marks of direction), and the blank of braille.
const unseen = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Embeddings, overrides and isolates: what stands after one is read in another order than it is written. */
export const turning = /[\u202a-\u202e\u2066-\u2069]/u

/** Whether there is anything to see of a text. */
export const isSeen = (text: string): boolean => text.replace(unseen, '') !== ''

/** A text that somebody typed, as the end of a sentence: with a full stop unless it has a stop of its own. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
