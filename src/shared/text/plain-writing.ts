/**
 * A name after the UTS-46 mapping, apart from case: full-width characters become plain ones, Chinese and Japanese full stops
 * become dots, and surrounding spaces are removed.
 */
export const plainSigns = (name: string): string => name.normalize('NFKC').replaceAll('\u3002', '.').trim()

/** The same for a full name, without the root dot: all spellings become equal before the labels are checked. */
export const plainWriting = (name: string): string => plainSigns(name).replace(/\.$/, '')
