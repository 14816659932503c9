import type { AnyProcedure, AnyRouter } from '@trpc/server'
import type { Hono } from 'hono'
import type { z } from 'zod'
import type { Store } from '#db/types.ts'
import type { SharedKind, SharedMeta } from '#shared/member-roles.ts'
import type { Demand } from '#shared/scopes.ts'
import type { Deps, Kernel } from './context.ts'
import type { Driver } from './driver.ts'
import type { LiveKinds } from './events.ts'
import type { FormTransport } from './http/forms.ts'
import type { RequestEnv } from './http/transport.ts'
import type { Work } from './jobs/jobs.ts'
import type { Sealer } from './secrets.ts'
import type { Env, Settings } from './settings.ts'
import type { Ending } from './stop-signals.ts'

/** The API document's description of a route without a procedure. */
export type RouteDescription = {
  summary: string
  /** The query parameters. */
  query?: z.ZodType
  /** The schema of a JSON body, which may be omitted. */
  body?: z.ZodType
  /** Fields and files of a multipart body. */
  form?: z.ZodType
  /** Status of a success, 200 by default. */
  status?: number
  /** The response to a success: its media type, and the schema of JSON. */
  answer?: { type: string; schema?: z.ZodType }
  /** Supports Range requests, and returns 304 when the client has the file. */
  isRanged?: true
  /** Refusal statuses beyond those that every call of its access can return. */
  refusals?: readonly number[]
}

/** A route without a procedure: a stream, an upload, a redirect, a form. */
export type HttpRoute = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  access: 'visitor' | 'customer' | 'activeCustomer' | 'administrator' | 'loopback or token'
  /** The scope an API key needs, unless feature and method determine it. */
  scope?: Demand
  /** How members may use it, by path and query; closed to them by default. */
  shared?: SharedMeta
  /** Open to an administrator who views as a customer; it changes nothing and shows nothing private. Closed by default. */
  isViewed?: true
  /**
   * Accepts files and mostly waits for their sender: many may be in progress. `many` are sent individually, and a folder of them
   * does not count as a flood of writes.
   */
  upload?: 'single' | 'many'
  /** How long its connection may be silent, in seconds; 0 means indefinitely. 10 by default. */
  idleSeconds?: number
  /** Without it the route is not in the API document: it is for browsers only. */
  description?: RouteDescription
}

/** An invariant of the data; `count` returns how many rows violate it. Sealed values cannot be opened when `secrets` is null. */
export type Invariant = {
  name: string
  count(store: Store, dataDir: string, secrets: Sealer | null): Promise<number>
  /** A line about each violating row, for invariants that only a person can restore. */
  list?(store: Store): Promise<string[]>
}

/** A process beside the listener of a serving portal; it ends with everything that it runs unless the ending says otherwise. */
export type Running = {
  /** Starts nothing more and finishes current work within `graceMs`. */
  drain?(graceMs: number, ending?: Ending): Promise<void>
  /** Called once the listener and the workers have ended. */
  stop?(ending?: Ending): Promise<void>
}

/** `isServing`: this process answers requests, and holds the data folder or its place among the nodes. */
export type Opening = { isServing: boolean }

/** A feature's folder in the data folder, as far as portal backups include it. */
export type DataFolder = {
  /** Its name. */
  folder: string
  /** The paths, relative to the data folder, that a backup may contain; a restore refuses any other. */
  paths: RegExp
  /** A restore creates it for its owner only; without it, other users may search it. */
  isPrivate?: true
  /** The paths to include, relative to the data folder, each folder before its contents. */
  walk(dataDir: string): AsyncIterable<string>
  /**
   * A query for the files that rows refer to, in a copy of the database attached as `snapshot`: path, service_id, is_folder,
   * file_size, sha256. The backup has every such file exactly as its row says, and no other from this folder; without a query,
   * the files as found.
   */
  rows?: string
}

/**
 * A feature's contribution to the server; `app/features.ts` lists the features, and everything else is derived from that list. A
 * feature that adds to `Deps` declares this there (`declare module '#server/context.ts'`) and provides it with `open`.
 */
export interface Feature {
  readonly name: string
  settings?: Settings
  /** Its procedures by group; the browser calls them under the group's name. */
  procedures?: Record<string, AnyRouter | Record<string, AnyProcedure | AnyRouter>>
  http?: {
    /** The area of its routes in API key scopes and in the API document; its name by default. */
    area?: string
    routes: readonly HttpRoute[]
    mount(transport: FormTransport): Hono<RequestEnv>
  }
  /** Its part of the dependencies of all calls and jobs. */
  open?(kernel: Kernel, opening: Opening): Promise<Partial<Deps>> | Partial<Deps>
  /** Rows that every installation starts with; called each time the portal opens. */
  seed?(deps: Deps): Promise<void>
  /** Starts what runs beside the listener. */
  serve?(deps: Deps): Promise<Running>
  /** Its name in the terminal's report of how long `serve` took, as in `the gateway to customers' sites`. */
  starts?: string
  /** Its ports are open, and answer, before the listener's. */
  servesFirst?: true
  /** Ends the processes that a portal left running on this machine; returns the name of each, as in `the gateway`. */
  endLeft?(env: Env): Promise<string[]>
  /** Called once its dependencies are no longer in use. */
  close?(deps: Deps): Promise<void> | void
  /** Durable work and scheduled tasks by worker; each worker runs them one after the other. `main` is shared. */
  work?: Record<string, Partial<Work>>
  /** Its drivers, and the names by which the administrator sees them. */
  drivers?(deps: Deps): { area: string; driver: Driver }[]
  /** Limitations due to the portal's settings, besides those its drivers report. */
  limitations?(deps: Deps): { area: string; message: string }[]
  /** The kinds of live events that it sends. Administrators receive `everybody`'s, other users only their own. */
  live?: Partial<Record<keyof LiveKinds, 'owner' | 'everybody'>>
  /** The kinds that members of a service receive: what an event's id refers to, and the lowest role. */
  sharedLive?: Partial<Record<keyof LiveKinds, { kind: SharedKind; from: SharedMeta['from'] }>>
  invariants?: readonly Invariant[]
  /** Its folders in the data folder. */
  data?: readonly DataFolder[]
  /** Its lines for /metrics, in the Prometheus text format. */
  writeMetrics?(deps: Deps): string[]
}

declare module './context.ts' {
  interface Kernel {
    features: readonly Feature[]
  }
}
