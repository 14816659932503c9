// White space, characters that Unicode leaves invisible (fillers, joiners, direction marks), and the Braille blank.
const unseen = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Embeddings, overrides and isolates: the text after one is displayed in a different order than it is written. */
export const turning = /[\u202a-\u202e\u2066-\u2069]/u

/** Whether a text has a visible character. */
export const isSeen = (text: string): boolean => text.replace(unseen, '') !== ''

/** A user's text as the end of a sentence: with a full stop unless it ends in punctuation. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
