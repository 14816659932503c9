import { fileTypes, unknownType } from '#shared/http/media-types.ts'

/** The media type of a file by its extension, not by the client's claim or the bytes. */
export function typeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return (name.includes('.') && fileTypes[ending]) || unknownType
}
