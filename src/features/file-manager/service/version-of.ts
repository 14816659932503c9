import type { FileRow } from '#features/files/service/rows.ts'

/** A version text that changes with the bytes of a file; `null` for a folder. */
export const versionOf = ({ sha256 }: Pick<FileRow, 'sha256'>): string | null => sha256?.slice(0, 32) ?? null
