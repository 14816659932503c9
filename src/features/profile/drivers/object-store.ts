import type { Driver } from '#server/driver.ts'

/** Keeps small objects by their keys. */
export interface ObjectStore extends Driver {
  readonly place: 'disk' | 's3'
  /** The object has these bytes for good, whatever it had. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Its bytes; null when there is no such object. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** There is no such object any more; there need not have been one. */
  remove(key: string): Promise<void>
}
