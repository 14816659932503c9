export type Bar = { name: string; value: number; text: string }
