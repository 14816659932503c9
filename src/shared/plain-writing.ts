/**
 * A name as UTS-46 reads it, apart from capitals: full-width signs are plain ones, the dots of Chinese and Japanese are dots, and
 * surrounding spaces and the root dot mean nothing. All ways to write one name are alike then for whoever judges its labels.
 */
export const plainWriting = (name: string): string =>
  name.normalize('NFKC').replaceAll('\u3002', '.').trim().replace(/\.$/, '')
