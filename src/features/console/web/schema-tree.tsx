import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { formatBytes } from '#shared/bytes.ts'
import { countText } from '#shared/text/count-text.ts'
import { containsText } from '#shared/text/search-text.ts'
import { useTRPC } from '#web/trpc.ts'
import { ChevronDownIcon, RefreshIcon } from '#web/ui/icons.tsx'
import type { Table } from '../contract/contract.ts'
import type { ConsoleSearch } from './console-search.ts'

type SchemaTreeProps = {
  databaseId: string
  tables: Table[]
  /** Called when a table is chosen. */
  onChoose?: () => void
}

/** Longer lists are cut off and need the search. */
const mostShown = 200

const finds = ({ schema, name, columns }: Table, words: string): boolean =>
  containsText(`${schema}.${name}`, words) || columns.some((column) => containsText(column.name, words))

function describeTable({ kind, rows, bytes }: Table): string {
  if (kind === 'view') return 'View'
  const parts = [
    rows === null ? null : `about ${countText(rows, 'row')}`,
    bytes === null ? null : formatBytes(bytes),
  ]
  return parts.filter(Boolean).join(', ')
}

function TableFacts({ table }: { table: Table }) {
  return (
    <div className="console-facts">
      <p>{describeTable(table)}</p>
      <ul>
        {table.columns.map(({ name, type, isNullable, keyPosition }) => (
          <li key={name}>
            <span className="console-fact-name">{name}</span>{' '}
            <span className="console-quiet">
              {type}
              {keyPosition !== null && ', key'}
              {isNullable && ', may be NULL'}
            </span>
          </li>
        ))}
      </ul>
      {table.indexes.length > 0 && (
        <>
          <p>Indexes</p>
          <ul>
            {table.indexes.map(({ name, columns, isUnique }) => (
              <li key={name}>
                <span className="console-fact-name">{name}</span>{' '}
                <span className="console-quiet">
                  {columns.join(', ')}
                  {isUnique && ', unique'}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

type EntryProps = { table: Table; label: string; databaseId: string; onChoose: (() => void) | undefined }

function Entry({ table, label, databaseId, onChoose }: EntryProps) {
  const [isOpen, setOpen] = useState(false)
  const factsId = useId()
  const { schema, name, rows } = table
  const open: ConsoleSearch = useSearch({ strict: false })
  const isCurrent = open.tab !== 'sql' && open.schema === schema && open.table === name
  return (
    <li>
      <div className="console-entry" data-current={isCurrent || undefined}>
        <button
          type="button"
          className="icon-button"
          data-size="small"
          aria-expanded={isOpen}
          aria-controls={factsId}
          aria-label={`Columns and indexes of ${label}`}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDownIcon size={14} />
        </button>
        <Link
          to="/databases/$id"
          params={{ id: databaseId }}
          search={{ schema, table: name }}
          aria-current={isCurrent ? 'page' : undefined}
          resetScroll={false}
          {...(onChoose ? { onClick: onChoose } : {})}
        >
          <span>{label}</span>
          {rows !== null && <span className="console-quiet tabular">{rows.toLocaleString('en-IN')}</span>}
        </Link>
      </div>
      <div id={factsId}>{isOpen && <TableFacts table={table} />}</div>
    </li>
  )
}

/** The tables of a database with their columns and indexes, searchable by table and column name. */
export function SchemaTree({ databaseId, tables, onChoose }: SchemaTreeProps) {
  const trpc = useTRPC()
  const [words, setWords] = useState('')
  const query = useQuery(trpc.databases.sql.schema.queryOptions({ id: databaseId }))
  const found = tables.filter((table) => finds(table, words.trim()))
  const hasSchemas = new Set(tables.map(({ schema }) => schema)).size > 1
  const shown = found.slice(0, mostShown)
  return (
    <div className="console-tree">
      <div className="console-find">
        <input
          type="search"
          className="control"
          data-wide=""
          aria-label="Find tables and columns"
          placeholder="Find tables and columns"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <button
          type="button"
          className="icon-button"
          aria-label="Refresh tables"
          data-tooltip="Refresh tables"
          aria-busy={query.isFetching}
          onClick={() => void query.refetch()}
        >
          <RefreshIcon size={16} />
        </button>
      </div>
      <ul className="console-tables">
        {shown.map((table) => (
          <Entry
            key={`${table.schema} ${table.name}`}
            table={table}
            label={hasSchemas ? `${table.schema}.${table.name}` : table.name}
            databaseId={databaseId}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {found.length === 0 && <p className="console-quiet">{words ? 'No tables found.' : 'No tables yet.'}</p>}
      {found.length > shown.length && (
        <p className="console-quiet">
          {countText(found.length - shown.length, 'more table')}. Narrow the list with the search.
        </p>
      )}
    </div>
  )
}
