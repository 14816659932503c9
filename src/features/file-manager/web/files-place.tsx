import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentProps, createContext, useContext } from 'react'
import type { FilesSearch } from './files-search.ts'

type FilesPlace = { search: FilesSearch }

const Place = createContext<FilesPlace>({ search: {} })

/** Tells all parts of the screen what its address says. */
export const FilesPlaceProvider = Place.Provider

/** What the address of the screen says. */
export const useFilesPlace = (): FilesPlace => useContext(Place)

type FilesLinkProps = Omit<ComponentProps<'a'>, 'href'> & { search: FilesSearch }

/** A link to another state of the screen. */
export const FilesLink = ({ search, ...rest }: FilesLinkProps) => (
  <Link to="/files" search={search} {...rest} />
)

/** Goes to another state of the screen; `replace` for what Back need not undo. */
export function useGoToFiles(): (search: FilesSearch, replace?: boolean) => Promise<void> {
  const navigate = useNavigate()
  return (search, replace = false) => navigate({ to: '/files', search, replace })
}
