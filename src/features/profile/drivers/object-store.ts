import type { Driver } from '#server/driver.ts'

/** Stores small objects by key. */
export interface ObjectStore extends Driver {
  readonly place: 'disk' | 's3'
  /** Durably replaces the object's bytes. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null when there is no such object. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Removes the object, if any. */
  remove(key: string): Promise<void>
}
