import type { ReplyOf } from '../../../contract/api/endpoint.ts'
import type { Period } from '../../../contract/figures/analytics.ts'
import {
  type analyzeClinics,
  type ClinicFigures as Figures,
  noShowsOf,
  percentOf,
} from '../../../contract/figures/clinics.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import {
  comparedDays,
  comparedNoShows,
  comparedPlaces,
  daysWords,
  percentWords,
} from '../analytics/clinic-words.ts'
import { countedAs } from '../analytics/lists.ts'
import { Figure } from './Figure.tsx'

const before = 'the week before'
const placesBooked = ({ booked, offered }: Figures) => percentOf(booked, offered)
const missed = (figures: Figures) => percentOf(noShowsOf(figures), figures.due)

/** How far the hours of the clinics were used in a week. */
export function ClinicFigures({
  week,
  clinics: { total, before: earlier },
}: {
  week: Period
  clinics: ReplyOf<typeof analyzeClinics>
}) {
  const linked = (of: 'booked' | 'noShows' | 'leadTime', words: string) => (
    <AnchorLink to="/appointments" search={{ ...week, ...countedAs[of] }}>
      {words}
    </AnchorLink>
  )
  return (
    <>
      <Figure label="Places Booked" figure={linked('booked', percentWords(placesBooked(total)))}>
        {comparedPlaces(placesBooked(total), placesBooked(earlier), before)}
      </Figure>
      <Figure label="No-Shows" figure={linked('noShows', percentWords(missed(total)))}>
        {comparedNoShows(missed(total), missed(earlier), before)}
      </Figure>
      <Figure label="Median Lead Time" figure={linked('leadTime', daysWords(total.leadTime))}>
        {comparedDays({ total: total.leadTime, before: earlier.leadTime }, before)}
      </Figure>
    </>
  )
}
