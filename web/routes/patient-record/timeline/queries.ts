import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { largestPage } from '../../../../contract/api/page.ts'
import { readTimeline } from '../../../../contract/clinical/timeline.ts'
import {
  type TimelineKind,
  timelineKindNames,
  timelineKinds,
} from '../../../../contract/clinical/timeline-kinds.ts'
import type { Permission } from '../../../../contract/permissions.ts'
import { api } from '../../../ground/client/api.ts'
import { following, followingPages } from '../../../ground/client/live/following.ts'

const eventsPerPage = 30

/** The kinds of event that a user may see. */
export function timelineKindsFor(mayDo: (permission: Permission) => boolean): TimelineKind[] {
  return timelineKindNames.filter((kind) => mayDo(timelineKinds[kind].permission))
}

/** A patient's events of one kind, or of all that the user may see, newest first and page by page. */
export function timelineQuery(
  patientId: string,
  kind: TimelineKind | undefined,
  kinds: readonly TimelineKind[],
) {
  const follows = (kind ? [kind] : kinds).map((one) => `${timelineKinds[one].scope}:${patientId}` as const)
  return infiniteQueryOptions({
    queryKey: ['timeline', patientId, kind ?? 'all'],
    ...followingPages(follows, (cursor, options) =>
      api(
        readTimeline,
        { params: { id: patientId }, query: { kind, cursor, limit: eventsPerPage } },
        options,
      ),
    ),
  })
}

/** A patient's events after a moment, newest first. */
export function happenedSinceQuery(patientId: string, since: string) {
  return queryOptions({
    queryKey: ['timeline', patientId, 'since', since],
    ...following(
      timelineKindNames.map((kind) => `${timelineKinds[kind].scope}:${patientId}` as const),
      (options) =>
        api(readTimeline, { params: { id: patientId }, query: { since, limit: largestPage } }, options),
    ),
  })
}
