import type { Practice } from './staff.ts'

/**
 * Tells the doctors what reception did in the last day, as its trigger does, and writes audit entries for the last three
 * days from the hospital's tables, and some failed sign-ins.
 */
export async function fillTrail({ client, now, staff }: Practice): Promise<void> {
  await client.query(
    `select raise_notification(
       case status when 'CANCELLED' then 'CANCELLED' else 'BOOKED' end::notification_kind, id, array[doctor_id],
       at => status_at)
     from appointment where status in ('SCHEDULED', 'CANCELLED') and status_at > $1::timestamptz - interval '1 day'
     order by status_at`,
    [new Date(now)],
  )
  await client.query(
    `with person as (select id, row_number() over (order by email)::int as place from staff where role is not null)
     insert into audit_entry (at, staff_id, action, subject_id, patient_ids, changes, address, request_id, outcome)
     select at, staff_id, action, subject_id, patient_ids, changes, '10.0.4.' || 20 + place % 60,
       md5(action || at || place)::uuid::text,
       case when staff_id is null then 'invalid_email_or_password' else 'done' end
     from (
       select change.at, change.by_staff_id as staff_id, 'changeAppointment' as action, visit.id as subject_id,
         array[visit.patient_id] as patient_ids,
         jsonb_build_object('status', jsonb_build_array(change.from_status, change.to_status)) as changes,
         hashtext(change.by_staff_id::text) & 255 as place
       from appointment_status_change change join appointment visit on visit.id = change.appointment_id
       where change.at between $1::timestamptz - interval '3 days' and $1
       union all
       select created_at, $2, 'registerPatient', patient.id, array[patient.id],
         jsonb_build_object('registered', patient.mrn), 3
       from patient where created_at between $1::timestamptz - interval '3 days' and $1
       union all
       select $1 - row_number() over (order by mrn_number) * interval '83 minutes', $2, 'editPatient', id, array[id],
         jsonb_build_object('contactNumber', jsonb_build_array(left(contact_number, -2) || '07', contact_number)), 3
       from (select * from patient order by mrn_number limit 12) corrected
       union all
       select $1::timestamptz - (day || ' days')::interval - interval '4 hours' + person.place * interval '2 minutes',
         person.id, 'signIn', null, '{}', null, person.place
       from person, generate_series(0, 2) day
       union all
       select $1::timestamptz - interval '26 hours' + try * interval '20 s', null, 'signIn', person.id, '{}', null, 59
       from person, generate_series(1, 4) try where person.place = 1
       union all
       select $1::timestamptz - since, $2, action, null, '{}', changes, 3
       from (values
         (interval '5 hours', 'exportPatients', '{"exported": {"gender": "FEMALE"}}'::jsonb),
         ('3 hours', 'printPatients', '{"printed": {"search": "rao"}}')) lists (since, action, changes)
     ) told (at, staff_id, action, subject_id, patient_ids, changes, place)
     order by at, action, subject_id`,
    [new Date(now), staff.receptionist],
  )
}
