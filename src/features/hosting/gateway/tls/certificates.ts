import { X509Certificate } from 'node:crypto'
import { type FSWatcher, watch } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { Logger } from '#server/log.ts'
import { readHost } from '#shared/names/host-names.ts'
import type { Certificate, IssuedCertificates } from './issued-certificates.ts'

/** Certificates by host: files `<host>.crt` (the chain, PEM) and `<host>.key` in one folder, and those from the store. */
export interface Certificates {
  /** A file for the host takes precedence over the store. */
  find(host: string): Certificate | undefined
  /** Whether the host has a certificate that is currently valid by its dates. */
  isValid(host: string, at: Date): boolean
  /** Reloads the folder; open connections keep their certificates. */
  reload(): Promise<void>
  close(): void
}

const settleMs = 200

async function readCertificate(folder: string, host: string): Promise<Certificate> {
  const [cert, key] = await Promise.all([
    readFile(join(folder, `${host}.crt`)),
    readFile(join(folder, `${host}.key`)),
  ])
  // The leaf certificate comes first in a chain.
  const { validFrom, validTo } = new X509Certificate(cert)
  return { context: createSecureContext({ cert, key }), from: new Date(validFrom), to: new Date(validTo) }
}

type Sources = { folder: string; issued: Pick<IssuedCertificates, 'find'>; log: Pick<Logger, 'warn'> }

/**
 * The certificates of `folder`, which is created if missing and reloaded on changes; and for hosts without files those from the
 * store. An unusable pair is logged, and the previous one stays in use.
 */
export async function openCertificates({ folder, issued, log }: Sources): Promise<Certificates> {
  let files = new Map<string, Certificate>()
  let timer: Timer | undefined
  const reload = async () => {
    const next = new Map<string, Certificate>()
    for (const file of await readdir(folder)) {
      const host = file.endsWith('.crt') ? readHost(file.slice(0, -4)) : null
      if (host === null) continue
      const certificate = await readCertificate(folder, host).catch((error) => {
        log.warn('certificate not used', {
          host,
          error: error instanceof Error ? error.message : typeof error,
        })
        return files.get(host)
      })
      if (certificate) next.set(host, certificate)
    }
    files = next
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await reload()
  const watcher: FSWatcher = watch(folder, () => {
    clearTimeout(timer)
    // Certificate and key are two files: the reload waits for the burst of changes to end.
    timer = setTimeout(() => void reload().catch(() => {}), settleMs)
  })
  const find = (host: string) => files.get(host) ?? issued.find(host)
  return {
    find,
    isValid(host, at) {
      const found = find(host)
      return found !== undefined && found.from <= at && at <= found.to
    },
    reload,
    close() {
      clearTimeout(timer)
      watcher.close()
    },
  }
}
