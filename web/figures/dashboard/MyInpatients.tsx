import { useQuery } from '@tanstack/react-query'
import type { Admission } from '../../../contract/wards/admissions.ts'
import { LastScore, useAwaitsScores } from '../../clinical/vitals/public.ts'
import { rowsOf } from '../../ground/records/list/rows.ts'
import { useMe } from '../../ground/sign-in/account.ts'
import { OwnInpatients } from './Inpatients.tsx'
import { inpatientsQuery } from './queries.ts'

const scoreOf = ({ patient }: Admission) => <LastScore patient={patient} />

/** The inpatients of the doctor who is signed in, with their scores. */
export function MyInpatients() {
  const query = useQuery(inpatientsQuery(useMe().id))
  const isAwaiting = useAwaitsScores()
  return (
    <OwnInpatients
      list={rowsOf(query, 'Your inpatients could not be loaded', isAwaiting ? undefined : query.data?.items)}
      score={scoreOf}
    />
  )
}
