/** What a new project may begin with. */
export const templates = ['plain', 'landing', 'business', 'not-found'] as const
export type Template = (typeof templates)[number]
