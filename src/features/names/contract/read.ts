/** The stored form of the user's text, or a sentence that explains the problem and the correct form. */
export type Parsed<T> = { value: T } | { fault: string }
