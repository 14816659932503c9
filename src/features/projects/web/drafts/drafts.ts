/** What was typed and not saved, and the version it was made from. */
export type Draft = { content: string; baseVersion: number }

export type Drafts = Readonly<Record<string, Draft>>
