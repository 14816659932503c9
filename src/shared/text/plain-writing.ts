/**
 * A name as UTS-46 reads it, apart from capitals: full-width signs are plain ones, the dots of Chinese and Japanese are dots, and
 * surrounding spaces mean nothing.
 */
export const plainSigns = (name: string): string => name.normalize('NFKC').replaceAll('\u3002', '.').trim()

/** The same of a whole name, without the root dot: all ways to write it are alike then for whoever judges its labels. */
export const plainWriting = (name: string): string => plainSigns(name).replace(/\.$/, '')
