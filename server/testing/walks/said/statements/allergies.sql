/* planned with its values */  select
entry.id, entry.patient_id as "patientId", entry.recorded_at as "recordedAt", coalesce(recorder.name, 'Reception') as "recordedBy",
case when entry.struck_at is not null then jsonb_build_object('at', iso(entry.struck_at), 'by', striker.name,
'isByDoctor', true, 'reason', entry.struck_reason) end as struck, entry.substance, entry.is_none_known as "isNoneKnown", entry.reaction, entry.severity,
entry.certainty, entry.replaces_id as "replacesId",
case when entry.replaced_at is not null then (
select jsonb_build_object('at', iso(newer.recorded_at), 'by', replacer.name)
from allergy newer join staff replacer on replacer.id = newer.recorded_by
where newer.replaces_id = entry.id order by newer.recorded_at desc limit 1) end as replaced, "entry"."recorded_at"::text as "sort0", "entry"."id" as "sort1", (select count(*)::int from (select from "allergy" as "entry" where entry.patient_id = $1 and allergy_counts(entry) and true limit 1001) counted) as counted
from (select * from "allergy" as "entry" where entry.patient_id = $2 and allergy_counts(entry) and true  order by "entry"."recorded_at" desc, "entry"."id" desc limit 21 offset 0) as "entry"
left join staff recorder on recorder.id = entry.recorded_by
left join staff striker on striker.id = entry.struck_by order by "entry"."recorded_at" desc, "entry"."id" desc
;
/* planned with its values */  select
entry.id, entry.patient_id as "patientId", entry.recorded_at as "recordedAt", coalesce(recorder.name, 'Reception') as "recordedBy",
case when entry.struck_at is not null then jsonb_build_object('at', iso(entry.struck_at), 'by', striker.name,
'isByDoctor', true, 'reason', entry.struck_reason) end as struck, entry.substance, entry.is_none_known as "isNoneKnown", entry.reaction, entry.severity,
entry.certainty, entry.replaces_id as "replacesId",
case when entry.replaced_at is not null then (
select jsonb_build_object('at', iso(newer.recorded_at), 'by', replacer.name)
from allergy newer join staff replacer on replacer.id = newer.recorded_by
where newer.replaces_id = entry.id order by newer.recorded_at desc limit 1) end as replaced, "entry"."recorded_at"::text as "sort0", "entry"."id" as "sort1", (select count(*)::int from (select from "allergy" as "entry" where entry.patient_id = $1 and true and true limit 1001) counted) as counted
from (select * from "allergy" as "entry" where entry.patient_id = $2 and true and true  order by "entry"."recorded_at" desc, "entry"."id" desc limit 2 offset 0) as "entry"
left join staff recorder on recorder.id = entry.recorded_by
left join staff striker on striker.id = entry.struck_by order by "entry"."recorded_at" desc, "entry"."id" desc
;
/* planned with its values */  select
entry.id, entry.patient_id as "patientId", entry.recorded_at as "recordedAt", coalesce(recorder.name, 'Reception') as "recordedBy",
case when entry.struck_at is not null then jsonb_build_object('at', iso(entry.struck_at), 'by', striker.name,
'isByDoctor', true, 'reason', entry.struck_reason) end as struck, entry.substance, entry.is_none_known as "isNoneKnown", entry.reaction, entry.severity,
entry.certainty, entry.replaces_id as "replacesId",
case when entry.replaced_at is not null then (
select jsonb_build_object('at', iso(newer.recorded_at), 'by', replacer.name)
from allergy newer join staff replacer on replacer.id = newer.recorded_by
where newer.replaces_id = entry.id order by newer.recorded_at desc limit 1) end as replaced, "entry"."recorded_at"::text as "sort0", "entry"."id" as "sort1", (select count(*)::int from (select from "allergy" as "entry" where entry.patient_id = $1 and true and true limit 1001) counted) as counted
from (select * from "allergy" as "entry" where entry.patient_id = $2 and true and true  order by "entry"."recorded_at" desc, "entry"."id" desc limit 21 offset 0) as "entry"
left join staff recorder on recorder.id = entry.recorded_by
left join staff striker on striker.id = entry.struck_by order by "entry"."recorded_at" desc, "entry"."id" desc
;
/* planned with its values */  select
entry.id, entry.patient_id as "patientId", entry.recorded_at as "recordedAt", recorder.name as "recordedBy",
case when entry.struck_at is not null then jsonb_build_object('at', iso(entry.struck_at), 'by', striker.name,
'isByDoctor', true, 'reason', entry.struck_reason) end as struck, entry.name, entry.dose, entry.unit, entry.route, entry.frequency, entry.instructions,
entry.starts_on as "startsOn", entry.ends_on as "endsOn", entry.reason, entry.allergy,
entry.allergy_reason as "allergyReason", witness.name as "countersignedBy", entry.weight, entry.dose_question as "doseQuestion",
entry.dose_reason as "doseReason",
recorder.registration_number as "prescriberNumber", entry.admission_id is not null as "isInpatient",
entry.replaces_id as "replacesId", (entry.struck_at is null
and not exists (select from medication_stop where medication_stop.id = entry.id)
and (entry.ends_on is null or entry.ends_on >= (select hospital_today()))) as "isCurrent",
case when stop.id is not null then jsonb_build_object('at', iso(stop.stopped_at), 'by', stopper.name,
'reason', stop.reason) end as stopped, "entry"."recorded_at"::text as "sort0", "entry"."id" as "sort1", (select count(*)::int from (select from "medication" as "entry" where entry.patient_id = $1 and (entry.struck_at is null
and not exists (select from medication_stop where medication_stop.id = entry.id)
and (entry.ends_on is null or entry.ends_on >= (select hospital_today()))) and true limit 1001) counted) as counted
from (select * from "medication" as "entry" where entry.patient_id = $2 and (entry.struck_at is null
and not exists (select from medication_stop where medication_stop.id = entry.id)
and (entry.ends_on is null or entry.ends_on >= (select hospital_today()))) and true  order by "entry"."recorded_at" desc, "entry"."id" desc limit 21 offset 0) as "entry"
join staff recorder on recorder.id = entry.recorded_by
left join staff striker on striker.id = entry.struck_by
left join medication_stop stop on stop.id = entry.id
left join staff stopper on stopper.id = stop.stopped_by
left join countersignature on countersignature.id = entry.countersignature_id
left join staff witness on witness.id = countersignature.witness_id order by "entry"."recorded_at" desc, "entry"."id" desc
;
/* planned with its values */  select
entry.id, entry.patient_id as "patientId", entry.recorded_at as "recordedAt", recorder.name as "recordedBy",
case when entry.struck_at is not null then jsonb_build_object('at', iso(entry.struck_at), 'by', striker.name,
'isByDoctor', true, 'reason', entry.struck_reason) end as struck, entry.name, entry.dose, entry.unit, entry.route, entry.frequency, entry.instructions,
entry.starts_on as "startsOn", entry.ends_on as "endsOn", entry.reason, entry.allergy,
entry.allergy_reason as "allergyReason", witness.name as "countersignedBy", entry.weight, entry.dose_question as "doseQuestion",
entry.dose_reason as "doseReason",
recorder.registration_number as "prescriberNumber", entry.admission_id is not null as "isInpatient",
entry.replaces_id as "replacesId", (entry.struck_at is null
and not exists (select from medication_stop where medication_stop.id = entry.id)
and (entry.ends_on is null or entry.ends_on >= (select hospital_today()))) as "isCurrent",
case when stop.id is not null then jsonb_build_object('at', iso(stop.stopped_at), 'by', stopper.name,
'reason', stop.reason) end as stopped, "entry"."recorded_at"::text as "sort0", "entry"."id" as "sort1", (select count(*)::int from (select from "medication" as "entry" where entry.patient_id = $1 and true and true limit 1001) counted) as counted
from (select * from "medication" as "entry" where entry.patient_id = $2 and true and true  order by "entry"."recorded_at" desc, "entry"."id" desc limit 2 offset 0) as "entry"
join staff recorder on recorder.id = entry.recorded_by
left join staff striker on striker.id = entry.struck_by
left join medication_stop stop on stop.id = entry.id
left join staff stopper on stopper.id = stop.stopped_by
left join countersignature on countersignature.id = entry.countersignature_id
left join staff witness on witness.id = countersignature.witness_id order by "entry"."recorded_at" desc, "entry"."id" desc
;
/* planned with its values */  select
entry.id, entry.patient_id as "patientId", entry.recorded_at as "recordedAt", recorder.name as "recordedBy",
case when entry.struck_at is not null then jsonb_build_object('at', iso(entry.struck_at), 'by', striker.name,
'isByDoctor', true, 'reason', entry.struck_reason) end as struck, entry.name, entry.dose, entry.unit, entry.route, entry.frequency, entry.instructions,
entry.starts_on as "startsOn", entry.ends_on as "endsOn", entry.reason, entry.allergy,
entry.allergy_reason as "allergyReason", witness.name as "countersignedBy", entry.weight, entry.dose_question as "doseQuestion",
entry.dose_reason as "doseReason",
recorder.registration_number as "prescriberNumber", entry.admission_id is not null as "isInpatient",
entry.replaces_id as "replacesId", (entry.struck_at is null
and not exists (select from medication_stop where medication_stop.id = entry.id)
and (entry.ends_on is null or entry.ends_on >= (select hospital_today()))) as "isCurrent",
case when stop.id is not null then jsonb_build_object('at', iso(stop.stopped_at), 'by', stopper.name,
'reason', stop.reason) end as stopped, "entry"."recorded_at"::text as "sort0", "entry"."id" as "sort1", (select count(*)::int from (select from "medication" as "entry" where entry.patient_id = $1 and true and true limit 1001) counted) as counted
from (select * from "medication" as "entry" where entry.patient_id = $2 and true and true  order by "entry"."recorded_at" desc, "entry"."id" desc limit 21 offset 0) as "entry"
join staff recorder on recorder.id = entry.recorded_by
left join staff striker on striker.id = entry.struck_by
left join medication_stop stop on stop.id = entry.id
left join staff stopper on stopper.id = stop.stopped_by
left join countersignature on countersignature.id = entry.countersignature_id
left join staff witness on witness.id = countersignature.witness_id order by "entry"."recorded_at" desc, "entry"."id" desc
;
insert into medication (patient_id, admission_id, recorded_by, name, dose, unit, route, frequency, instructions,
starts_on, ends_on, reason, allergy, allergy_reason, weight, dose_question, dose_reason, replaces_id,
countersignature_id)
values ($1, $2, $3, $4, $5, $6, $7, $8,
$9, $10, $11, $12, $13, $14, $15, $16,
$17, $18, $19)
returning id
;
select
entry.id, entry.patient_id as "patientId", entry.recorded_at as "recordedAt", coalesce(recorder.name, 'Reception') as "recordedBy",
case when entry.struck_at is not null then jsonb_build_object('at', iso(entry.struck_at), 'by', striker.name,
'isByDoctor', true, 'reason', entry.struck_reason) end as struck, entry.substance, entry.is_none_known as "isNoneKnown", entry.reaction, entry.severity,
entry.certainty, entry.replaces_id as "replacesId",
case when entry.replaced_at is not null then (
select jsonb_build_object('at', iso(newer.recorded_at), 'by', replacer.name)
from allergy newer join staff replacer on replacer.id = newer.recorded_by
where newer.replaces_id = entry.id order by newer.recorded_at desc limit 1) end as replaced from "allergy" as entry
left join staff recorder on recorder.id = entry.recorded_by
left join staff striker on striker.id = entry.struck_by where entry.id = any ($1::uuid[])
;
select
entry.id, entry.patient_id as "patientId", entry.recorded_at as "recordedAt", recorder.name as "recordedBy",
case when entry.struck_at is not null then jsonb_build_object('at', iso(entry.struck_at), 'by', striker.name,
'isByDoctor', true, 'reason', entry.struck_reason) end as struck, entry.name, entry.dose, entry.unit, entry.route, entry.frequency, entry.instructions,
entry.starts_on as "startsOn", entry.ends_on as "endsOn", entry.reason, entry.allergy,
entry.allergy_reason as "allergyReason", witness.name as "countersignedBy", entry.weight, entry.dose_question as "doseQuestion",
entry.dose_reason as "doseReason",
recorder.registration_number as "prescriberNumber", entry.admission_id is not null as "isInpatient",
entry.replaces_id as "replacesId", (entry.struck_at is null
and not exists (select from medication_stop where medication_stop.id = entry.id)
and (entry.ends_on is null or entry.ends_on >= (select hospital_today()))) as "isCurrent",
case when stop.id is not null then jsonb_build_object('at', iso(stop.stopped_at), 'by', stopper.name,
'reason', stop.reason) end as stopped from "medication" as entry
join staff recorder on recorder.id = entry.recorded_by
left join staff striker on striker.id = entry.struck_by
left join medication_stop stop on stop.id = entry.id
left join staff stopper on stopper.id = stop.stopped_by
left join countersignature on countersignature.id = entry.countersignature_id
left join staff witness on witness.id = countersignature.witness_id where entry.id = any ($1::uuid[])
;
select
entry.id, entry.patient_id as "patientId", entry.recorded_at as "recordedAt", recorder.name as "recordedBy",
case when entry.struck_at is not null then jsonb_build_object('at', iso(entry.struck_at), 'by', striker.name,
'isByDoctor', true, 'reason', entry.struck_reason) end as struck, entry.name, entry.dose, entry.unit, entry.route, entry.frequency, entry.instructions,
entry.starts_on as "startsOn", entry.ends_on as "endsOn", entry.reason, entry.allergy,
entry.allergy_reason as "allergyReason", witness.name as "countersignedBy", entry.weight, entry.dose_question as "doseQuestion",
entry.dose_reason as "doseReason",
recorder.registration_number as "prescriberNumber", entry.admission_id is not null as "isInpatient",
entry.replaces_id as "replacesId", (entry.struck_at is null
and not exists (select from medication_stop where medication_stop.id = entry.id)
and (entry.ends_on is null or entry.ends_on >= (select hospital_today()))) as "isCurrent",
case when stop.id is not null then jsonb_build_object('at', iso(stop.stopped_at), 'by', stopper.name,
'reason', stop.reason) end as stopped from medication entry
join staff recorder on recorder.id = entry.recorded_by
left join staff striker on striker.id = entry.struck_by
left join medication_stop stop on stop.id = entry.id
left join staff stopper on stopper.id = stop.stopped_by
left join countersignature on countersignature.id = entry.countersignature_id
left join staff witness on witness.id = countersignature.witness_id
where entry.patient_id = $1 and (entry.struck_at is null
and not exists (select from medication_stop where medication_stop.id = entry.id)
and (entry.ends_on is null or entry.ends_on >= (select hospital_today())))
order by entry.recorded_at desc, entry.id desc limit 200
;
select
id, name, route, unit, max_dose as "maxDose", max_daily_dose as "maxDailyDose", max_dose_per_kg as "maxDosePerKg",
max_child_dose as "maxChildDose", version from formulary_medicine order by fold(name), route nulls first, id
limit 1000
;
select from patient where id = any (record_ids((select patient_id from allergy where id = $1)))
order by id for no key update
;
update "allergy" as entry set struck_by = $1, struck_reason = $2
from patient where entry.id = $3 and patient.id = entry.patient_id and (patient.retired_at is null or patient.merged_into is not null)
returning entry.patient_id as "patientId"
;
update "medication" as entry set struck_by = $1, struck_reason = $2
from patient where entry.id = $3 and patient.id = entry.patient_id and (patient.retired_at is null or patient.merged_into is not null)
returning entry.patient_id as "patientId"
;
with
recorded as (
insert into allergy (patient_id, recorded_by, substance, is_none_known, reaction, severity, certainty, replaces_id)
select id, $1::uuid, $2, $3, $4,
$5::allergy_severity, $6::allergy_certainty,
coalesce($7::uuid, (
select id from allergy told
where $8 <> 'REPORTED' and told.patient_id = patient.id and told.certainty = 'REPORTED'
and allergy_counts(told) and told.is_none_known = $9
and (told.is_none_known or fold(told.substance) = fold($10))))
from patient where id = $11 and (retired_at is null or merged_into is not null and $12::uuid is not null)
returning *
), made as (select
entry.id, entry.patient_id as "patientId", entry.recorded_at as "recordedAt", coalesce(recorder.name, 'Reception') as "recordedBy",
case when entry.struck_at is not null then jsonb_build_object('at', iso(entry.struck_at), 'by', striker.name,
'isByDoctor', true, 'reason', entry.struck_reason) end as struck, entry.substance, entry.is_none_known as "isNoneKnown", entry.reaction, entry.severity,
entry.certainty, entry.replaces_id as "replacesId",
case when entry.replaced_at is not null then (
select jsonb_build_object('at', iso(newer.recorded_at), 'by', replacer.name)
from allergy newer join staff replacer on replacer.id = newer.recorded_by
where newer.replaces_id = entry.id order by newer.recorded_at desc limit 1) end as replaced from recorded entry
left join staff recorder on recorder.id = entry.recorded_by
left join staff striker on striker.id = entry.struck_by), audited as (
insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id,
outcome)
select $13::timestamptz, $14::uuid, $15::text, made.id::uuid,
array["made"."patientId"]::uuid[], $16::uuid, jsonb_strip_nulls(jsonb_build_object('substance', made.substance, 'severity', made.severity,
'certainty', made.certainty, 'replaces', made."replacesId"))::jsonb, $17::text,
$18::text, $19::text
from made)
select * from made
;
with
registered as (
insert into patient (first_name, last_name, date_of_birth, birth_precision, gender, contact_number, email, address, blood_group, medical_history)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
returning *
),
identified as (
insert into patient_identifier (patient_id, system_id, is_exclusive, value)
select registered.id, "systemId", false, value
from registered, jsonb_to_recordset($11::jsonb) given ("systemId" uuid, value text)
returning system_id, value
),
to_call as (
insert into patient_contact (patient_id, name, relationship, relationship_detail, phone, address, is_emergency, is_guardian)
select registered.id, contact.name, relationship, "relationshipDetail", phone, contact.address, "isEmergency",
"isGuardian"
from registered, jsonb_to_recordset($12::jsonb) as contact (name text,
relationship contact_relationship, "relationshipDetail" text, phone text, address text, "isEmergency" boolean,
"isGuardian" boolean)
),
told as (
insert into allergy (patient_id, recorded_by, substance, is_none_known, certainty)
select registered.id, $13::uuid, words, is_none_known, 'REPORTED'
from registered, told_allergies($14) order by is_none_known desc, place
on conflict do nothing
returning *
),
listed as (
select jsonb_agg(allergen(substance, is_none_known, reaction, severity, certainty)
order by allergy_rank(severity, concat_ws(' ', substance, reaction)), recorded_at, id) as allergens
from told where not is_none_known or not exists (select from told where not is_none_known)
), made as (
select
patient.id, patient.mrn, patient.first_name as "firstName", patient.last_name as "lastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.email, patient.address,
patient.blood_group as "bloodGroup", allergy_sentence(listed.allergens) as allergies,
coalesce(listed.allergens, '[]') as allergens,
patient.medical_history as "medicalHistory", patient.deceased_at as "deceasedAt",
patient.restricted_since as "restrictedSince", patient.photo_mark as "photoMark",
patient.has_merged as "hasMerged", patient.version, patient.created_at as "createdAt",
patient.updated_at as "updatedAt"
from registered as patient, listed), audited as (
insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id,
outcome)
select $15::timestamptz, $16::uuid, $17::text, made.id::uuid,
array["made"."id"]::uuid[], $18::uuid, jsonb_strip_nulls(jsonb_build_object('registered', made.mrn, 'identifiers', (
select string_agg(system.name || ' ' || identified.value, '; ' order by fold(system.name))
from identified join identifier_system system on system.id = identified.system_id)))::jsonb, $19::text,
$20::text, $21::text
from made)
select * from made
;
