import { fileTypes, unknownType } from '#shared/http/media-types.ts'

/** The media type of a file by the ending of its name: it is never what the client says, nor what the bytes look like. */
export function typeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return (name.includes('.') && fileTypes[ending]) || unknownType
}
