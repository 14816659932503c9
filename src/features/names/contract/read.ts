/** What somebody wrote in its stored form, or the sentence that says what is wrong with it and what would be right. */
export type Read<T> = { value: T } | { fault: string }
