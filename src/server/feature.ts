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

/** What the API document says about a route without a procedure. */
export type RouteDescription = {
  summary: string
  /** What the query takes. */
  query?: z.ZodType
  /** What a JSON body takes; it may be left out. */
  body?: z.ZodType
  /** Fields and files of a multipart body. */
  form?: z.ZodType
  /** Status of a success, 200 by default. */
  status?: number
  /** What a success answers: its media type, and the schema of JSON. */
  answer?: { type: string; schema?: z.ZodType }
  /** Answers a part when one is asked for, and 304 when the client has it. */
  isRanged?: true
  /** Statuses of refusals beyond those of every call of its access. */
  refusals?: readonly number[]
}

/** A route without a procedure: a stream, an upload, a redirect, a form. */
export type HttpRoute = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  access: 'visitor' | 'customer' | 'activeCustomer' | 'administrator' | 'loopback or token'
  /** What it asks of an API key, where feature and method do not say it. */
  scope?: Demand
  /** How it is open to members, by its path and its query; closed to them unless said. */
  shared?: SharedMeta
  /** Open to an administrator who views as a customer; it changes nothing, and shows nothing private. Closed unless said. */
  isViewed?: true
  /**
   * Takes files, whose sender it mostly waits for: many may be under way. `many` are sent one by one, and a folder of them is
   * not a flood of writes.
   */
  upload?: 'single' | 'many'
  /** How long its connection may be silent, in seconds; 0 means indefinitely. 10 by default. */
  idleSeconds?: number
  /** Left out of the API document without one: it is for browsers alone. */
  description?: RouteDescription
}

/** An invariant of the data; `count` returns how many rows violate it. Without its key nothing that is sealed can be opened. */
export type Invariant = {
  name: string
  count(store: Store, dataDir: string, secrets: Sealer | null): Promise<number>
  /** A line on each row that violates it, where only people can mend that. */
  list?(store: Store): Promise<string[]>
}

/** What runs beside the listener of a serving portal; it ends with everything that it runs unless the ending says otherwise. */
export type Running = {
  /** Starts nothing more and ends what is under way, within `graceMs`. */
  drain?(graceMs: number, ending?: Ending): Promise<void>
  /** Called when the listener and the workers have ended. */
  stop?(ending?: Ending): Promise<void>
}

/** `isServing`: this process answers requests, and has the data folder or its place among the nodes. */
export type Opening = { isServing: boolean }

/** A folder of a feature in the data folder, as far as backups of the portal include it. */
export type DataFolder = {
  /** Its name. */
  folder: string
  /** The paths, relative to the data folder, that a backup may hold of it; a restore refuses any other. */
  paths: RegExp
  /** A restore makes it for its owner alone; without it, others may search it. */
  isPrivate?: true
  /** The paths to include, relative to the data folder, each folder before what is in it. */
  walk(dataDir: string): AsyncIterable<string>
  /**
   * A query for the files that rows refer to, in a copy of the database attached as `snapshot`: path, service_id, is_folder,
   * file_size, sha256. Every such file is in the backup as its row says, and no other of this folder; without it, as found.
   */
  rows?: string
}

/**
 * What a feature contributes to the server; `app/features.ts` lists the features, and everything else is derived from that
 * list. A feature that adds to `Deps` declares this there (`declare module '#server/context.ts'`) and provides it with
 * `open`.
 */
export interface Feature {
  readonly name: string
  settings?: Settings
  /** Its procedures by group, under whose name the browser calls them. */
  procedures?: Record<string, AnyRouter | Record<string, AnyProcedure | AnyRouter>>
  http?: {
    /** The area of API keys and of the API document that its routes belong to; its name unless said. */
    area?: string
    routes: readonly HttpRoute[]
    mount(transport: FormTransport): Hono<RequestEnv>
  }
  /** Its part of the dependencies of all calls and jobs. */
  open?(kernel: Kernel, opening: Opening): Promise<Partial<Deps>> | Partial<Deps>
  /** Rows that every installation starts with; called at every opening. */
  seed?(deps: Deps): Promise<void>
  /** Starts what runs beside the listener. */
  serve?(deps: Deps): Promise<Running>
  /** What a terminal is told of the time that `serve` takes, as in `the gateway to customers' sites`. */
  starts?: string
  /** Its ports are open, and answer, before the listener's. */
  servesFirst?: true
  /** Ends the processes that a portal left running on this machine; answers what each of them was, as in `the gateway`. */
  endLeft?(env: Env): Promise<string[]>
  /** Called when nothing uses its dependencies any more. */
  close?(deps: Deps): Promise<void> | void
  /** Durable work and scheduled tasks by the worker that does them, one after the other; `main` is shared. */
  work?: Record<string, Partial<Work>>
  /** Its drivers, and the names under which the administrator sees them. */
  drivers?(deps: Deps): { area: string; driver: Driver }[]
  /** What is left undone by how the portal is set up, besides what its drivers say. */
  limitations?(deps: Deps): { area: string; message: string }[]
  /** The kinds of live events that it sends. Administrators receive `everybody`'s, other users their own. */
  live?: Partial<Record<keyof LiveKinds, 'owner' | 'everybody'>>
  /** Those that members of a service hear of: what the id of an event names, and from which role on. */
  sharedLive?: Partial<Record<keyof LiveKinds, { kind: SharedKind; from: SharedMeta['from'] }>>
  invariants?: readonly Invariant[]
  /** Its folders in the data folder. */
  data?: readonly DataFolder[]
  /** Lines for /metrics, in Prometheus' text format. */
  writeMetrics?(deps: Deps): string[]
}

declare module './context.ts' {
  interface Kernel {
    features: readonly Feature[]
  }
}
