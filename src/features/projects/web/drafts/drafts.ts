/** An unsaved text, and the version that it is based on. */
export type Draft = { content: string; baseVersion: number }

export type Drafts = Readonly<Record<string, Draft>>
