import type { TablerIcon } from '@tabler/icons-react'
import type { LinkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { fold } from '../../../contract/fold.ts'
import { beginningsFirst, finderOf } from '../../../contract/search/people.ts'
import { fullName } from '../../ground/ui/format.ts'
import classes from './Finder.module.css'
import type { Recent } from './recent.ts'

/** One result, and where it leads. */
export interface Hit {
  key: string
  icon: TablerIcon
  /** A screen, or what is done instead. */
  link: LinkOptions | (() => void)
  content: ReactNode
  /** Known without the server: it is for what is typed now. */
  isSure?: boolean
  /** By the whole of its name or number. */
  isExact?: boolean
  /** Only like what was typed. */
  isAlike?: boolean
}

export interface Group {
  label: string
  hits: readonly Hit[]
  /** The kinds of the records that are still being read, so that their places can be kept. */
  awaited?: readonly Recent['kind'][]
  /** A suggestion if nothing is found, not a result. */
  isOffer?: boolean
}

/** A group whose response may still be pending. */
export interface Section extends Group {
  isPending?: boolean
}

/** The groups that won't move, because nothing can come in above them. */
export function settledOf(sections: readonly Section[]): readonly Group[] {
  const first = sections.findIndex(({ hits, isPending }) => isPending && hits.length === 0)
  return sections
    .slice(0, first < 0 ? undefined : first)
    .filter(({ hits, awaited = [] }) => hits.length + awaited.length > 0)
}

/** The people in a list who match the search, up to a limit. */
export function called<One extends { firstName: string; lastName: string; email: string }>(
  people: readonly One[] | undefined,
  search: string,
  few: number,
): One[] {
  const isFound = finderOf(search)
  const found = (people ?? []).filter((one) => isFound(fold(`${fullName(one)} ${one.email}`)))
  return beginningsFirst(found, search, fullName).slice(0, few)
}

/** Whether the whole of what was typed names this person. */
export function isPerson(
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
  search: string,
): boolean {
  return [`${firstName} ${lastName}`, lastName, email].some((name) => fold(name) === fold(search))
}

export function Named({ name, about }: { name: string; about?: string | undefined }) {
  return (
    <>
      <strong>{name}</strong>
      {about && <span className={classes.about}>{about}</span>}
    </>
  )
}
