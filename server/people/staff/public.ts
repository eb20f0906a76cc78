import { sql } from 'kysely'

/** A doctor as the contract has one, from a join called `doctor`; null where that found none. */
export const doctorIdentity = sql`
  case when doctor.id is not null then jsonb_build_object('id', doctor.id, 'firstName', doctor.first_name,
    'lastName', doctor.last_name, 'email', doctor.email) end as doctor`
