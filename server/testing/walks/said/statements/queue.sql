/* planned with its values */  select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail", "appointment"."date" as "sort0", left("appointment"."time"::text, 5) as "sort1", "appointment"."id" as "sort2", (select count(*)::int from (select from "appointment" as "appointment" where true and appointment.date <= $1 and appointment.patient_id = any (record_ids($2)) limit 1001) counted) as counted
from (select * from "appointment" as "appointment" where true and appointment.date <= $3 and appointment.patient_id = any (record_ids($4))  order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc limit 21 offset 0) as "appointment"
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc
;
/* planned with its values */  select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail", "appointment"."date" as "sort0", left("appointment"."time"::text, 5) as "sort1", "appointment"."id" as "sort2", (select count(*)::int from (select from "appointment" as "appointment" where true and appointment.date >= $1 and appointment.patient_id = any (record_ids($2)) limit 1001) counted) as counted
from (select * from "appointment" as "appointment" where true and appointment.date >= $3 and appointment.patient_id = any (record_ids($4))  order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc limit 21 offset 0) as "appointment"
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc
;
/* planned with its values */  select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail", "appointment"."date" as "sort0", left("appointment"."time"::text, 5) as "sort1", "appointment"."id" as "sort2", (select count(*)::int from (select from "appointment" as "appointment" where true and appointment.doctor_id = $1 and appointment.patient_id = any (record_ids($2)) limit 1001) counted) as counted
from (select * from "appointment" as "appointment" where true and appointment.doctor_id = $3 and appointment.patient_id = any (record_ids($4))  order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc limit 21 offset 0) as "appointment"
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc
;
/* planned with its values */  select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail", "appointment"."date" as "sort0", left("appointment"."time"::text, 5) as "sort1", "appointment"."id" as "sort2", (select count(*)::int from (select from "appointment" as "appointment" where true and appointment.doctor_id = any (array(select id from staff where clinic_id = $1)) and appointment.patient_id = any (record_ids($2)) limit 1001) counted) as counted
from (select * from "appointment" as "appointment" where true and appointment.doctor_id = any (array(select id from staff where clinic_id = $3)) and appointment.patient_id = any (record_ids($4))  order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc limit 21 offset 0) as "appointment"
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc
;
/* planned with its values */  select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail", "appointment"."date" as "sort0", left("appointment"."time"::text, 5) as "sort1", "appointment"."id" as "sort2", (select count(*)::int from (select from "appointment" as "appointment" where true and appointment.patient_id = any (record_ids($1)) and appointment.queue_number = $2 limit 1001) counted) as counted
from (select * from "appointment" as "appointment" where true and appointment.patient_id = any (record_ids($3)) and appointment.queue_number = $4  order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc limit 21 offset 0) as "appointment"
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc
;
/* planned with its values */  select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail", "appointment"."date" as "sort0", left("appointment"."time"::text, 5) as "sort1", "appointment"."id" as "sort2", (select count(*)::int from (select from "appointment" as "appointment" where true and appointment.patient_id = any (record_ids($1)) limit 1001) counted) as counted
from (select * from "appointment" as "appointment" where true and appointment.patient_id = any (record_ids($2))  order by "appointment"."date" asc, "appointment"."time" asc, "appointment"."id" asc limit 21 offset 0) as "appointment"
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by order by "appointment"."date" asc, "appointment"."time" asc, "appointment"."id" asc
;
/* planned with its values */  select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail", "appointment"."date" as "sort0", left("appointment"."time"::text, 5) as "sort1", "appointment"."id" as "sort2", (select count(*)::int from (select from "appointment" as "appointment" where true and appointment.patient_id = any (record_ids($1)) limit 1001) counted) as counted
from (select * from "appointment" as "appointment" where true and appointment.patient_id = any (record_ids($2))  order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc limit 2 offset 0) as "appointment"
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc
;
/* planned with its values */  select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail", "appointment"."date" as "sort0", left("appointment"."time"::text, 5) as "sort1", "appointment"."id" as "sort2", (select count(*)::int from (select from "appointment" as "appointment" where true and appointment.patient_id = any (record_ids($1)) limit 1001) counted) as counted
from (select * from "appointment" as "appointment" where true and appointment.patient_id = any (record_ids($2))  order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc limit 21 offset 0) as "appointment"
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc
;
/* planned with its values */  select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail", "appointment"."date" as "sort0", left("appointment"."time"::text, 5) as "sort1", "appointment"."id" as "sort2", (select count(*)::int from (select from "appointment" as "appointment" where true and appointment.session_id = any (array(select id from practice_session where clinic_id = $1)) and appointment.patient_id = any (record_ids($2)) limit 1001) counted) as counted
from (select * from "appointment" as "appointment" where true and appointment.session_id = any (array(select id from practice_session where clinic_id = $3)) and appointment.patient_id = any (record_ids($4))  order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc limit 21 offset 0) as "appointment"
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc
;
/* planned with its values */  select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail", "appointment"."date" as "sort0", left("appointment"."time"::text, 5) as "sort1", "appointment"."id" as "sort2", (select count(*)::int from (select from "appointment" as "appointment" where true and appointment.session_id is not null and appointment.seat <= 1000 and (appointment.status <> 'CANCELLED' or appointment.cancel_reason in ('DID_NOT_ATTEND', 'ADMITTED')) and appointment.patient_id = any (record_ids($1)) limit 1001) counted) as counted
from (select * from "appointment" as "appointment" where true and appointment.session_id is not null and appointment.seat <= 1000 and (appointment.status <> 'CANCELLED' or appointment.cancel_reason in ('DID_NOT_ATTEND', 'ADMITTED')) and appointment.patient_id = any (record_ids($2))  order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc limit 21 offset 0) as "appointment"
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc
;
/* planned with its values */  select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail", "appointment"."date" as "sort0", left("appointment"."time"::text, 5) as "sort1", "appointment"."id" as "sort2", (select count(*)::int from (select from "appointment" as "appointment" where true and extract(hour from appointment.queued_at at time zone (select time_zone from hospital)) = $1 and appointment.patient_id = any (record_ids($2)) limit 1001) counted) as counted
from (select * from "appointment" as "appointment" where true and extract(hour from appointment.queued_at at time zone (select time_zone from hospital)) = $3 and appointment.patient_id = any (record_ids($4))  order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc limit 21 offset 0) as "appointment"
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc
;
/* planned with its values */  select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail", "appointment"."date" as "sort0", left("appointment"."time"::text, 5) as "sort1", "appointment"."id" as "sort2", (select count(*)::int from (select from "appointment" as "appointment" where true and extract(hour from appointment.time) = $1 and appointment.patient_id = any (record_ids($2)) limit 1001) counted) as counted
from (select * from "appointment" as "appointment" where true and extract(hour from appointment.time) = $3 and appointment.patient_id = any (record_ids($4))  order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc limit 21 offset 0) as "appointment"
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc
;
/* planned with its values */ with who as materialized (select id from (
select patient.id from patient where patient.retired_at is null and (((patient.search_text like $1::text)))
union all
select record from (
select id as record, merged_into as survivor from patient where merged_into is not null) merged join patient on patient.id = survivor
where patient.retired_at is null and (((patient.search_text like $2::text)))) records limit $3),
crowd as materialized (select count(*) > $4 as is_large from who),
found as (
select appointment.id, appointment.date, appointment.time from appointment
where not (select is_large from crowd) and patient_id in (select id from who) and true and appointment.patient_id = any (record_ids($5))
union all
(
select appointment.id, appointment.date, appointment.time from appointment join patient on patient.id = patient_id
where (select is_large from crowd) and patient.retired_at is null and (((patient.search_text like $6::text))) and true and appointment.patient_id = any (record_ids($7))
order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc limit $8
)
union all
select appointment.id, appointment.date, appointment.time
from appointment join (
select id as record, merged_into as survivor from patient where merged_into is not null) merged on record = patient_id join patient on patient.id = survivor
where (select is_large from crowd) and patient.retired_at is null and (((patient.search_text like $9::text))) and true and appointment.patient_id = any (record_ids($10))
),
page as materialized (select id as found_id from found appointment order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc limit 21 offset 0)
select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail", "appointment"."date" as "sort0", left("appointment"."time"::text, 5) as "sort1", "appointment"."id" as "sort2" from page join appointment on appointment.id = found_id
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by order by "appointment"."date" desc, "appointment"."time" desc, "appointment"."id" desc
;
select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail" from appointment
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by
where appointment.doctor_id = $1 and appointment.date between $2 and $3
order by appointment.date, appointment.queue_number
;
select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail" from appointment
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by where appointment.date = $1 or appointment.status in ('IN_QUEUE', 'IN_PROGRESS')
or (appointment.left_queue_on = $2 and appointment.left_queue_on > appointment.date)
order by appointment.date, appointment.queue_number
;
select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail" from appointment
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by where appointment.date = $1 order by appointment.queue_number
;
select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail" from appointment
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by where appointment.id = $1
;
select "from_status", "is_undo" from "appointment_status_change" where "appointment_id" = $1 order by "id" desc limit $2
;
select "id", "patient_id" as "patientId", "doctor_id" as "doctorId", "date", "time", "type", "status", "notes", "queue_number" as "queueNumber", "cancel_reason" as "cancelReason", "cancel_note" as "cancelNote", "missed_calls" as "missedCalls", "overbooked_reason" as "overbookReason", "version" from "appointment" where "id" = $1 for update
;
select appointment.id, coalesce(sitting.room,
case when sitting.clinic_id is null or sitting.clinic_id = doctor.clinic_id then doctor.room end) as room, clinic.name as clinic, clinic.floor, clinic.phone
from appointment join staff doctor on doctor.id = appointment.doctor_id
left join practice_session own on own.id = appointment.session_id
left join lateral (
select session.clinic_id, session.room
from practice_session session, lateral (
select greatest(appointment.date, hospital_clock()::date) as day, case when appointment.date > hospital_clock()::date
then extract(epoch from appointment.time)::int / 60
else greatest(extract(epoch from hospital_clock()::time)::int / 60, case when appointment.date = hospital_clock()::date then lower(own.minutes) end)
end as minute
) at
where session.doctor_id = doctor.id and takes_place_on(session, at.day)
and not exists (
select from closure where retired_at is null
and (closure.doctor_id = session.doctor_id or closure.doctor_id is null)
and (closure.clinic_id = session.clinic_id or closure.clinic_id is null)
and during @> tsrange(at.day + lower(session.minutes) * interval '1 minute',
at.day + upper(session.minutes) * interval '1 minute'))
order by lower(session.minutes) > at.minute, abs(lower(session.minutes) - at.minute)
limit 1
) sitting on true
left join clinic on clinic.id = coalesce(sitting.clinic_id, doctor.clinic_id)
where appointment.id = $1
;
select from patient where id = (select patient_id from appointment where id = $1) for share
;
select id, date, patient_id as "patientId", doctor_id as "doctorId" from appointment
where patient_id = any ($1::uuid[])
;
select later.id from appointment first join appointment later
on later.id = first.id or later.series_id = first.series_id and later.status = 'SCHEDULED'
and (later.date, later.time) > (first.date, first.time)
where first.id = $1 order by later.date, later.time for no key update of later
;
update appointment set date = $1, time = $2, type = $3::appointment_type,
doctor_id = $4, notes = $5, walk_in = walk_in and date = $6,
overbooked_reason = $7, queue_number = $8, version = version + 1, updated_at = now()
where id = $9
;
update appointment set status = $1::appointment_status, status_by = $2,
missed_calls = missed_calls - $3,
cancel_reason = $4::cancel_reason, cancel_note = $5,
version = version + 1, updated_at = now()
where id = $6
;
update appointment set status = 'IN_PROGRESS', status_by = $1, version = version + 1, updated_at = now()
where id = (
select id from appointment waiting where status = 'IN_QUEUE'
order by
cardinality(behind) > 0 and exists (
select from appointment ahead
where ahead.id = any (waiting.behind) and ahead.status = 'IN_QUEUE'
and date_trunc('milliseconds', coalesce(ahead.returned_at, ahead.queued_at)) < date_trunc('milliseconds', waiting.returned_at)
and (waiting.type <> 'EMERGENCY' or ahead.type = 'EMERGENCY')
),
case when type = 'EMERGENCY' then 0 when doctor_id = $2 then 1 else 2 end,
date_trunc('milliseconds', queued_at), date, queue_number
limit 1 for update skip locked
)
returning id
;
update appointment set status = 'IN_QUEUE', status_by = $1, missed_calls = missed_calls + 1,
behind = $2::uuid[], version = version + 1, updated_at = now()
where id = $3
;
with
begun as (
insert into visit_note (patient_id, appointment_id, seen_at, recorded_by, reason, findings, assessment, plan)
select patient.id, appointment.id, appointment.started_at, $1::uuid, $2::text,
$3::text, $4::text, $5::text
from appointment join patient on patient.id = appointment.patient_id
where appointment.id = $6 and (patient.retired_at is null or patient.merged_into is not null)
returning *
), made as (select
entry.id, entry.patient_id as "patientId", entry.recorded_at as "recordedAt", recorder.name as "recordedBy",
case when entry.struck_at is not null then jsonb_build_object('at', iso(entry.struck_at), 'by', striker.name,
'isByDoctor', true, 'reason', entry.struck_reason) end as struck, entry.appointment_id as "appointmentId", entry.recorded_by as "authorId",
entry.seen_at as "seenAt", entry.reason, entry.findings, entry.assessment, entry.plan, entry.signed_at as "signedAt",
entry.version, entry.updated_at as "updatedAt", entry.signed_at is null and not recorder.active as "canBeTakenOver",
coalesce((select jsonb_agg(jsonb_build_object('from', author.name, 'at', iso(takeover.taken_at))
order by takeover.taken_at, takeover.id)
from visit_note_takeover takeover join staff author on author.id = takeover.taken_from
where takeover.visit_note_id = entry.id), '[]') as "takenOver",
coalesce((select jsonb_agg(jsonb_build_object('id', amendment.id, 'text', amendment.text,
'recordedAt', iso(amendment.recorded_at), 'recordedBy', amender.name) order by amendment.recorded_at, amendment.id)
from visit_note_amendment amendment join staff amender on amender.id = amendment.recorded_by
where amendment.visit_note_id = entry.id), '[]') as amendments from begun entry
join staff recorder on recorder.id = entry.recorded_by
left join staff striker on striker.id = entry.struck_by), audited as (
insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id,
outcome)
select $7::timestamptz, $8::uuid, $9::text, made.id::uuid,
array["made"."patientId"]::uuid[], $10::uuid, jsonb_build_object('appointment', made."appointmentId")::jsonb, $11::text,
$12::text, $13::text
from made)
select * from made
;
with
number as (select next_queue_number($1::date) as last_number),
booked as (
insert into appointment (patient_id, doctor_id, date, time, type, notes, walk_in, overbooked_reason, series_id, queue_number, status_by)
select $2, $3, $4, $5,
$6::appointment_type, $7, $8,
$9, $10::uuid, number.last_number, $11
from number
returning *
) select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail" from booked as appointment
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by
;
with
number as (select next_queue_number($1::date) as last_number),
booked as (
insert into appointment (patient_id, doctor_id, date, time, type, notes, walk_in, overbooked_reason, series_id, queue_number, status_by)
select $2, $3, $4, $5,
$6::appointment_type, $7, $8,
$9, $10::uuid, number.last_number, $11
from number
returning *
), made as (select
appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
appointment.queue_number as "queueNumber", appointment.notes,
appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
appointment.status_by as "statusBy", mover.name as "statusByName",
appointment.undoable, appointment.version, appointment.created_at as "createdAt",
appointment.updated_at as "updatedAt",
patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail" from booked as appointment
join patient on patient.id = appointment.patient_id
join staff doctor on doctor.id = appointment.doctor_id
left join staff mover on mover.id = appointment.status_by), audited as (
insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id,
outcome)
select $12::timestamptz, $13::uuid, $14::text, made.id::uuid,
array["made"."patientId"]::uuid[], $15::uuid, jsonb_build_object('status', jsonb_build_array(null, made.status))::jsonb, $16::text,
$17::text, $18::text
from made)
select * from made
;
with asked as (
select *, session_at($1, date, time) as held,
exists (select from practice_session where doctor_id = $2 and valid @> date) as keeps_hours,
jsonb_populate_record(null::appointment, jsonb_build_object(
'id', gen_random_uuid(), 'doctor_id', $3::text, 'date', date, 'time', time)) as wanted
from unnest($4::date[], $5::time[]) with ordinality as asked (date, time, at)
)
select case
when exists (select from appointment other where other.patient_id = $6
and other.doctor_id = $7 and other.date = asked.date and other.status <> 'CANCELLED')
then 'appointment_one_per_patient_doctor_day'
when $8 = 'EMERGENCY' then null
when not keeps_hours then case
when exists (select from closure where retired_at is null and closure.doctor_id = $9 and during @> date + time)
then 'appointment_while_doctor_is_in'
when exists (select from appointment other where other.doctor_id = $10 and other.date = asked.date
and other.time = asked.time and other.status <> 'CANCELLED' and other.type <> 'EMERGENCY')
then 'appointment_one_per_doctor_slot' end
when ((date + time) at time zone time_zone) at time zone time_zone <> date + time then 'appointment_at_a_time_that_is'
when (held).id is null or (held).kind = 'SLOTS'
and (extract(epoch from time)::int / 60 - lower((held).minutes)) % (held).slot_minutes <> 0
then 'appointment_in_hours'
when is_away($11, (held).clinic_id,
tsrange(date + time, date + time + coalesce((held).slot_minutes, 1) * interval '1 minute'))
then 'appointment_while_doctor_is_in'
when free_seat(wanted, held) is null then 'appointment_while_free'
end as constraint,
(select concat_ws(', ', name, (held).room) from clinic where id = (held).clinic_id) as place
from asked cross join hospital order by at
;
with open as (
select id, status = 'IN_PROGRESS' as begun from appointment where open_patient_id = $1
order by id for update
)
update appointment set status = case when begun then 'COMPLETED' else 'CANCELLED' end::appointment_status,
cancel_reason = case when not begun then 'OTHER' end::cancel_reason,
cancel_note = case when not begun then $2 end,
status_by = $3, version = version + 1, updated_at = now()
from open where open.id = appointment.id
;
