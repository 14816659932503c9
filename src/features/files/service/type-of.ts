import { fileTypes, unknownType } from '#shared/http/media-types.ts'

/** The media type of a file by its extension: never by what the client says, nor by its bytes. */
export function typeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return (name.includes('.') && fileTypes[ending]) || unknownType
}
