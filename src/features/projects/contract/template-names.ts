/** Templates of a new project. */
export const templates = ['plain', 'landing', 'business', 'not-found'] as const
export type Template = (typeof templates)[number]
