/* planned with its values */  select
admission.id, admission.patient_id as "patientId",
case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
'birthPrecision', patient.birth_precision,
'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
'allergens', patient.allergens) end as patient, stay.bed_id as "bedId",
jsonb_build_object('bedNumber', bed.bed_number, 'ward', unit.ward, 'unitName', unit.name) as bed, admission.doctor_id as "doctorId",
case when doctor.id is not null then jsonb_build_object('id', doctor.id, 'firstName', doctor.first_name,
'lastName', doctor.last_name, 'email', doctor.email) end as doctor,
admission.diagnosis, admission.admitted_at as "admissionDate",
admission.expected_discharge as "expectedDischargeDate", admission.discharged_at as "dischargeDate",
case when admission.created_at > admission.admitted_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.created_at), 'by', admitter.name) end as "admissionEntered",
case when admission.discharge_entered_at > admission.discharged_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.discharge_entered_at), 'by', discharger.name) end as "dischargeEntered",
case when admission.death_taken_back_at is not null then jsonb_build_object('at', iso(admission.death_taken_back_at),
'by', corrector.name, 'reason', admission.death_taken_back_reason) end as "deathTakenBack",
admission.status, admission.destination, admission.summary, admission.follow_up as "followUp",
case when admission.summary_at is not null then jsonb_build_object('at', iso(admission.summary_at),
'by', signer.name) end as "summarySigned",
admission.notes,
case when entry.id is not null then jsonb_build_object('acuity', entry.acuity, 'note', entry.note,
'at', iso(entry.at), 'by', recorder.name) end as acuity,
admission.version, admission.created_at as "createdAt", admission.updated_at as "updatedAt", "admission"."admitted_at"::text as "sort0", "admission"."id" as "sort1", (select count(*)::int from (select from "admission" as "admission" where admission."admitted_at" is not null and (
select unit.ward from stay join bed on bed.id = bed_id join unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) where admission_id = admission.id order by started_at, ended_at nulls last limit 1) = $1::ward limit 1001) counted) as counted
from (select * from "admission" as "admission" where admission."admitted_at" is not null and (
select unit.ward from stay join bed on bed.id = bed_id join unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) where admission_id = admission.id order by started_at, ended_at nulls last limit 1) = $2::ward  order by "admission"."admitted_at" desc, "admission"."id" desc limit 21 offset 0) as "admission"
join patient on patient.id = admission.patient_id
join lateral (
select bed_id, unit_id from stay as stay where admission_id = admission.id
order by started_at desc, ended_at desc nulls first limit 1
) stay on true
join bed on bed.id = stay.bed_id
left join staff doctor on doctor.id = admission.doctor_id
left join staff admitter on admitter.id = admission.admitted_by
left join staff corrector on corrector.id = admission.death_taken_back_by
left join staff discharger on discharger.id = admission.discharged_by
left join staff signer on signer.id = admission.summary_by
left join lateral (
select * from acuity_entry as acuity_entry where admission_id = admission.id order by id desc limit 1
) entry on true
left join staff recorder on recorder.id = entry.by_staff_id
-- Units are few: they are read once for all admissions, and not looked up for each.
join (select id, ward, name from unit offset 0) unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) order by "admission"."admitted_at" desc, "admission"."id" desc
;
/* planned with its values */  select
admission.id, admission.patient_id as "patientId",
case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
'birthPrecision', patient.birth_precision,
'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
'allergens', patient.allergens) end as patient, stay.bed_id as "bedId",
jsonb_build_object('bedNumber', bed.bed_number, 'ward', unit.ward, 'unitName', unit.name) as bed, admission.doctor_id as "doctorId",
case when doctor.id is not null then jsonb_build_object('id', doctor.id, 'firstName', doctor.first_name,
'lastName', doctor.last_name, 'email', doctor.email) end as doctor,
admission.diagnosis, admission.admitted_at as "admissionDate",
admission.expected_discharge as "expectedDischargeDate", admission.discharged_at as "dischargeDate",
case when admission.created_at > admission.admitted_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.created_at), 'by', admitter.name) end as "admissionEntered",
case when admission.discharge_entered_at > admission.discharged_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.discharge_entered_at), 'by', discharger.name) end as "dischargeEntered",
case when admission.death_taken_back_at is not null then jsonb_build_object('at', iso(admission.death_taken_back_at),
'by', corrector.name, 'reason', admission.death_taken_back_reason) end as "deathTakenBack",
admission.status, admission.destination, admission.summary, admission.follow_up as "followUp",
case when admission.summary_at is not null then jsonb_build_object('at', iso(admission.summary_at),
'by', signer.name) end as "summarySigned",
admission.notes,
case when entry.id is not null then jsonb_build_object('acuity', entry.acuity, 'note', entry.note,
'at', iso(entry.at), 'by', recorder.name) end as acuity,
admission.version, admission.created_at as "createdAt", admission.updated_at as "updatedAt", "admission"."admitted_at"::text as "sort0", "admission"."id" as "sort1", (select count(*)::int from (select from "admission" as "admission" where admission."admitted_at" is not null and admission."admitted_at" < (select ($1::date + 1)::date::timestamp at time zone time_zone from hospital) limit 1001) counted) as counted
from (select * from "admission" as "admission" where admission."admitted_at" is not null and admission."admitted_at" < (select ($2::date + 1)::date::timestamp at time zone time_zone from hospital)  order by "admission"."admitted_at" desc, "admission"."id" desc limit 21 offset 0) as "admission"
join patient on patient.id = admission.patient_id
join lateral (
select bed_id, unit_id from stay as stay where admission_id = admission.id
order by started_at desc, ended_at desc nulls first limit 1
) stay on true
join bed on bed.id = stay.bed_id
left join staff doctor on doctor.id = admission.doctor_id
left join staff admitter on admitter.id = admission.admitted_by
left join staff corrector on corrector.id = admission.death_taken_back_by
left join staff discharger on discharger.id = admission.discharged_by
left join staff signer on signer.id = admission.summary_by
left join lateral (
select * from acuity_entry as acuity_entry where admission_id = admission.id order by id desc limit 1
) entry on true
left join staff recorder on recorder.id = entry.by_staff_id
-- Units are few: they are read once for all admissions, and not looked up for each.
join (select id, ward, name from unit offset 0) unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) order by "admission"."admitted_at" desc, "admission"."id" desc
;
/* planned with its values */  select
admission.id, admission.patient_id as "patientId",
case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
'birthPrecision', patient.birth_precision,
'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
'allergens', patient.allergens) end as patient, stay.bed_id as "bedId",
jsonb_build_object('bedNumber', bed.bed_number, 'ward', unit.ward, 'unitName', unit.name) as bed, admission.doctor_id as "doctorId",
case when doctor.id is not null then jsonb_build_object('id', doctor.id, 'firstName', doctor.first_name,
'lastName', doctor.last_name, 'email', doctor.email) end as doctor,
admission.diagnosis, admission.admitted_at as "admissionDate",
admission.expected_discharge as "expectedDischargeDate", admission.discharged_at as "dischargeDate",
case when admission.created_at > admission.admitted_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.created_at), 'by', admitter.name) end as "admissionEntered",
case when admission.discharge_entered_at > admission.discharged_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.discharge_entered_at), 'by', discharger.name) end as "dischargeEntered",
case when admission.death_taken_back_at is not null then jsonb_build_object('at', iso(admission.death_taken_back_at),
'by', corrector.name, 'reason', admission.death_taken_back_reason) end as "deathTakenBack",
admission.status, admission.destination, admission.summary, admission.follow_up as "followUp",
case when admission.summary_at is not null then jsonb_build_object('at', iso(admission.summary_at),
'by', signer.name) end as "summarySigned",
admission.notes,
case when entry.id is not null then jsonb_build_object('acuity', entry.acuity, 'note', entry.note,
'at', iso(entry.at), 'by', recorder.name) end as acuity,
admission.version, admission.created_at as "createdAt", admission.updated_at as "updatedAt", "admission"."admitted_at"::text as "sort0", "admission"."id" as "sort1", (select count(*)::int from (select from "admission" as "admission" where admission."admitted_at" is not null and admission."admitted_at" >= (select ($1)::date::timestamp at time zone time_zone from hospital) limit 1001) counted) as counted
from (select * from "admission" as "admission" where admission."admitted_at" is not null and admission."admitted_at" >= (select ($2)::date::timestamp at time zone time_zone from hospital)  order by "admission"."admitted_at" desc, "admission"."id" desc limit 21 offset 0) as "admission"
join patient on patient.id = admission.patient_id
join lateral (
select bed_id, unit_id from stay as stay where admission_id = admission.id
order by started_at desc, ended_at desc nulls first limit 1
) stay on true
join bed on bed.id = stay.bed_id
left join staff doctor on doctor.id = admission.doctor_id
left join staff admitter on admitter.id = admission.admitted_by
left join staff corrector on corrector.id = admission.death_taken_back_by
left join staff discharger on discharger.id = admission.discharged_by
left join staff signer on signer.id = admission.summary_by
left join lateral (
select * from acuity_entry as acuity_entry where admission_id = admission.id order by id desc limit 1
) entry on true
left join staff recorder on recorder.id = entry.by_staff_id
-- Units are few: they are read once for all admissions, and not looked up for each.
join (select id, ward, name from unit offset 0) unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) order by "admission"."admitted_at" desc, "admission"."id" desc
;
/* planned with its values */  select
admission.id, admission.patient_id as "patientId",
case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
'birthPrecision', patient.birth_precision,
'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
'allergens', patient.allergens) end as patient, stay.bed_id as "bedId",
jsonb_build_object('bedNumber', bed.bed_number, 'ward', unit.ward, 'unitName', unit.name) as bed, admission.doctor_id as "doctorId",
case when doctor.id is not null then jsonb_build_object('id', doctor.id, 'firstName', doctor.first_name,
'lastName', doctor.last_name, 'email', doctor.email) end as doctor,
admission.diagnosis, admission.admitted_at as "admissionDate",
admission.expected_discharge as "expectedDischargeDate", admission.discharged_at as "dischargeDate",
case when admission.created_at > admission.admitted_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.created_at), 'by', admitter.name) end as "admissionEntered",
case when admission.discharge_entered_at > admission.discharged_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.discharge_entered_at), 'by', discharger.name) end as "dischargeEntered",
case when admission.death_taken_back_at is not null then jsonb_build_object('at', iso(admission.death_taken_back_at),
'by', corrector.name, 'reason', admission.death_taken_back_reason) end as "deathTakenBack",
admission.status, admission.destination, admission.summary, admission.follow_up as "followUp",
case when admission.summary_at is not null then jsonb_build_object('at', iso(admission.summary_at),
'by', signer.name) end as "summarySigned",
admission.notes,
case when entry.id is not null then jsonb_build_object('acuity', entry.acuity, 'note', entry.note,
'at', iso(entry.at), 'by', recorder.name) end as acuity,
admission.version, admission.created_at as "createdAt", admission.updated_at as "updatedAt", "admission"."admitted_at"::text as "sort0", "admission"."id" as "sort1", (select count(*)::int from (select from "admission" as "admission" where admission."admitted_at" is not null and admission.discharged_at is not null and (
select unit.ward from stay join bed on bed.id = bed_id join unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) where admission_id = admission.id order by started_at desc, ended_at desc nulls first limit 1) = $1::ward limit 1001) counted) as counted
from (select * from "admission" as "admission" where admission."admitted_at" is not null and admission.discharged_at is not null and (
select unit.ward from stay join bed on bed.id = bed_id join unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) where admission_id = admission.id order by started_at desc, ended_at desc nulls first limit 1) = $2::ward  order by "admission"."admitted_at" desc, "admission"."id" desc limit 21 offset 0) as "admission"
join patient on patient.id = admission.patient_id
join lateral (
select bed_id, unit_id from stay as stay where admission_id = admission.id
order by started_at desc, ended_at desc nulls first limit 1
) stay on true
join bed on bed.id = stay.bed_id
left join staff doctor on doctor.id = admission.doctor_id
left join staff admitter on admitter.id = admission.admitted_by
left join staff corrector on corrector.id = admission.death_taken_back_by
left join staff discharger on discharger.id = admission.discharged_by
left join staff signer on signer.id = admission.summary_by
left join lateral (
select * from acuity_entry as acuity_entry where admission_id = admission.id order by id desc limit 1
) entry on true
left join staff recorder on recorder.id = entry.by_staff_id
-- Units are few: they are read once for all admissions, and not looked up for each.
join (select id, ward, name from unit offset 0) unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) order by "admission"."admitted_at" desc, "admission"."id" desc
;
/* planned with its values */  select
admission.id, admission.patient_id as "patientId",
case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
'birthPrecision', patient.birth_precision,
'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
'allergens', patient.allergens) end as patient, stay.bed_id as "bedId",
jsonb_build_object('bedNumber', bed.bed_number, 'ward', unit.ward, 'unitName', unit.name) as bed, admission.doctor_id as "doctorId",
case when doctor.id is not null then jsonb_build_object('id', doctor.id, 'firstName', doctor.first_name,
'lastName', doctor.last_name, 'email', doctor.email) end as doctor,
admission.diagnosis, admission.admitted_at as "admissionDate",
admission.expected_discharge as "expectedDischargeDate", admission.discharged_at as "dischargeDate",
case when admission.created_at > admission.admitted_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.created_at), 'by', admitter.name) end as "admissionEntered",
case when admission.discharge_entered_at > admission.discharged_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.discharge_entered_at), 'by', discharger.name) end as "dischargeEntered",
case when admission.death_taken_back_at is not null then jsonb_build_object('at', iso(admission.death_taken_back_at),
'by', corrector.name, 'reason', admission.death_taken_back_reason) end as "deathTakenBack",
admission.status, admission.destination, admission.summary, admission.follow_up as "followUp",
case when admission.summary_at is not null then jsonb_build_object('at', iso(admission.summary_at),
'by', signer.name) end as "summarySigned",
admission.notes,
case when entry.id is not null then jsonb_build_object('acuity', entry.acuity, 'note', entry.note,
'at', iso(entry.at), 'by', recorder.name) end as acuity,
admission.version, admission.created_at as "createdAt", admission.updated_at as "updatedAt", "admission"."admitted_at"::text as "sort0", "admission"."id" as "sort1", (select count(*)::int from (select from "admission" as "admission" where admission."admitted_at" is not null and admission.doctor_id = $1 limit 1001) counted) as counted
from (select * from "admission" as "admission" where admission."admitted_at" is not null and admission.doctor_id = $2  order by "admission"."admitted_at" desc, "admission"."id" desc limit 21 offset 0) as "admission"
join patient on patient.id = admission.patient_id
join lateral (
select bed_id, unit_id from stay as stay where admission_id = admission.id
order by started_at desc, ended_at desc nulls first limit 1
) stay on true
join bed on bed.id = stay.bed_id
left join staff doctor on doctor.id = admission.doctor_id
left join staff admitter on admitter.id = admission.admitted_by
left join staff corrector on corrector.id = admission.death_taken_back_by
left join staff discharger on discharger.id = admission.discharged_by
left join staff signer on signer.id = admission.summary_by
left join lateral (
select * from acuity_entry as acuity_entry where admission_id = admission.id order by id desc limit 1
) entry on true
left join staff recorder on recorder.id = entry.by_staff_id
-- Units are few: they are read once for all admissions, and not looked up for each.
join (select id, ward, name from unit offset 0) unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) order by "admission"."admitted_at" desc, "admission"."id" desc
;
/* planned with its values */  select
admission.id, admission.patient_id as "patientId",
case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
'birthPrecision', patient.birth_precision,
'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
'allergens', patient.allergens) end as patient, stay.bed_id as "bedId",
jsonb_build_object('bedNumber', bed.bed_number, 'ward', unit.ward, 'unitName', unit.name) as bed, admission.doctor_id as "doctorId",
case when doctor.id is not null then jsonb_build_object('id', doctor.id, 'firstName', doctor.first_name,
'lastName', doctor.last_name, 'email', doctor.email) end as doctor,
admission.diagnosis, admission.admitted_at as "admissionDate",
admission.expected_discharge as "expectedDischargeDate", admission.discharged_at as "dischargeDate",
case when admission.created_at > admission.admitted_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.created_at), 'by', admitter.name) end as "admissionEntered",
case when admission.discharge_entered_at > admission.discharged_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.discharge_entered_at), 'by', discharger.name) end as "dischargeEntered",
case when admission.death_taken_back_at is not null then jsonb_build_object('at', iso(admission.death_taken_back_at),
'by', corrector.name, 'reason', admission.death_taken_back_reason) end as "deathTakenBack",
admission.status, admission.destination, admission.summary, admission.follow_up as "followUp",
case when admission.summary_at is not null then jsonb_build_object('at', iso(admission.summary_at),
'by', signer.name) end as "summarySigned",
admission.notes,
case when entry.id is not null then jsonb_build_object('acuity', entry.acuity, 'note', entry.note,
'at', iso(entry.at), 'by', recorder.name) end as acuity,
admission.version, admission.created_at as "createdAt", admission.updated_at as "updatedAt", "admission"."admitted_at"::text as "sort0", "admission"."id" as "sort1", (select count(*)::int from (select from "admission" as "admission" where admission."admitted_at" is not null and admission.patient_id in (
select patient.id from patient where patient.retired_at is null and (((patient.search_text like $1::text)))
union all
select record from (
select id as record, merged_into as survivor from patient where merged_into is not null) merged join patient on patient.id = survivor
where patient.retired_at is null and (((patient.search_text like $2::text)))) limit 1001) counted) as counted
from (select * from "admission" as "admission" where admission."admitted_at" is not null and admission.patient_id in (
select patient.id from patient where patient.retired_at is null and (((patient.search_text like $3::text)))
union all
select record from (
select id as record, merged_into as survivor from patient where merged_into is not null) merged join patient on patient.id = survivor
where patient.retired_at is null and (((patient.search_text like $4::text))))  order by "admission"."admitted_at" desc, "admission"."id" desc limit 21 offset 0) as "admission"
join patient on patient.id = admission.patient_id
join lateral (
select bed_id, unit_id from stay as stay where admission_id = admission.id
order by started_at desc, ended_at desc nulls first limit 1
) stay on true
join bed on bed.id = stay.bed_id
left join staff doctor on doctor.id = admission.doctor_id
left join staff admitter on admitter.id = admission.admitted_by
left join staff corrector on corrector.id = admission.death_taken_back_by
left join staff discharger on discharger.id = admission.discharged_by
left join staff signer on signer.id = admission.summary_by
left join lateral (
select * from acuity_entry as acuity_entry where admission_id = admission.id order by id desc limit 1
) entry on true
left join staff recorder on recorder.id = entry.by_staff_id
-- Units are few: they are read once for all admissions, and not looked up for each.
join (select id, ward, name from unit offset 0) unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) order by "admission"."admitted_at" desc, "admission"."id" desc
;
/* planned with its values */  select
admission.id, admission.patient_id as "patientId",
case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
'birthPrecision', patient.birth_precision,
'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
'allergens', patient.allergens) end as patient, stay.bed_id as "bedId",
jsonb_build_object('bedNumber', bed.bed_number, 'ward', unit.ward, 'unitName', unit.name) as bed, admission.doctor_id as "doctorId",
case when doctor.id is not null then jsonb_build_object('id', doctor.id, 'firstName', doctor.first_name,
'lastName', doctor.last_name, 'email', doctor.email) end as doctor,
admission.diagnosis, admission.admitted_at as "admissionDate",
admission.expected_discharge as "expectedDischargeDate", admission.discharged_at as "dischargeDate",
case when admission.created_at > admission.admitted_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.created_at), 'by', admitter.name) end as "admissionEntered",
case when admission.discharge_entered_at > admission.discharged_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.discharge_entered_at), 'by', discharger.name) end as "dischargeEntered",
case when admission.death_taken_back_at is not null then jsonb_build_object('at', iso(admission.death_taken_back_at),
'by', corrector.name, 'reason', admission.death_taken_back_reason) end as "deathTakenBack",
admission.status, admission.destination, admission.summary, admission.follow_up as "followUp",
case when admission.summary_at is not null then jsonb_build_object('at', iso(admission.summary_at),
'by', signer.name) end as "summarySigned",
admission.notes,
case when entry.id is not null then jsonb_build_object('acuity', entry.acuity, 'note', entry.note,
'at', iso(entry.at), 'by', recorder.name) end as acuity,
admission.version, admission.created_at as "createdAt", admission.updated_at as "updatedAt", "admission"."admitted_at"::text as "sort0", "admission"."id" as "sort1", (select count(*)::int from (select from "admission" as "admission" where admission."admitted_at" is not null and admission.status = $1 limit 1001) counted) as counted
from (select * from "admission" as "admission" where admission."admitted_at" is not null and admission.status = $2  order by "admission"."admitted_at" desc, "admission"."id" desc limit 21 offset 0) as "admission"
join patient on patient.id = admission.patient_id
join lateral (
select bed_id, unit_id from stay as stay where admission_id = admission.id
order by started_at desc, ended_at desc nulls first limit 1
) stay on true
join bed on bed.id = stay.bed_id
left join staff doctor on doctor.id = admission.doctor_id
left join staff admitter on admitter.id = admission.admitted_by
left join staff corrector on corrector.id = admission.death_taken_back_by
left join staff discharger on discharger.id = admission.discharged_by
left join staff signer on signer.id = admission.summary_by
left join lateral (
select * from acuity_entry as acuity_entry where admission_id = admission.id order by id desc limit 1
) entry on true
left join staff recorder on recorder.id = entry.by_staff_id
-- Units are few: they are read once for all admissions, and not looked up for each.
join (select id, ward, name from unit offset 0) unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) order by "admission"."admitted_at" desc, "admission"."id" desc
;
/* planned with its values */  select
admission.id, admission.patient_id as "patientId",
case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
'birthPrecision', patient.birth_precision,
'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
'allergens', patient.allergens) end as patient, stay.bed_id as "bedId",
jsonb_build_object('bedNumber', bed.bed_number, 'ward', unit.ward, 'unitName', unit.name) as bed, admission.doctor_id as "doctorId",
case when doctor.id is not null then jsonb_build_object('id', doctor.id, 'firstName', doctor.first_name,
'lastName', doctor.last_name, 'email', doctor.email) end as doctor,
admission.diagnosis, admission.admitted_at as "admissionDate",
admission.expected_discharge as "expectedDischargeDate", admission.discharged_at as "dischargeDate",
case when admission.created_at > admission.admitted_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.created_at), 'by', admitter.name) end as "admissionEntered",
case when admission.discharge_entered_at > admission.discharged_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.discharge_entered_at), 'by', discharger.name) end as "dischargeEntered",
case when admission.death_taken_back_at is not null then jsonb_build_object('at', iso(admission.death_taken_back_at),
'by', corrector.name, 'reason', admission.death_taken_back_reason) end as "deathTakenBack",
admission.status, admission.destination, admission.summary, admission.follow_up as "followUp",
case when admission.summary_at is not null then jsonb_build_object('at', iso(admission.summary_at),
'by', signer.name) end as "summarySigned",
admission.notes,
case when entry.id is not null then jsonb_build_object('acuity', entry.acuity, 'note', entry.note,
'at', iso(entry.at), 'by', recorder.name) end as acuity,
admission.version, admission.created_at as "createdAt", admission.updated_at as "updatedAt", "admission"."admitted_at"::text as "sort0", "admission"."id" as "sort1", (select count(*)::int from (select from "admission" as "admission" where admission."admitted_at" is not null and exists (
select from stay join bed on bed.id = stay.bed_id where stay.admission_id = admission.id
and coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) = any (array(select id from unit where ward = $1::ward))
) limit 1001) counted) as counted
from (select * from "admission" as "admission" where admission."admitted_at" is not null and exists (
select from stay join bed on bed.id = stay.bed_id where stay.admission_id = admission.id
and coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) = any (array(select id from unit where ward = $2::ward))
)  order by "admission"."admitted_at" desc, "admission"."id" desc limit 21 offset 0) as "admission"
join patient on patient.id = admission.patient_id
join lateral (
select bed_id, unit_id from stay as stay where admission_id = admission.id
order by started_at desc, ended_at desc nulls first limit 1
) stay on true
join bed on bed.id = stay.bed_id
left join staff doctor on doctor.id = admission.doctor_id
left join staff admitter on admitter.id = admission.admitted_by
left join staff corrector on corrector.id = admission.death_taken_back_by
left join staff discharger on discharger.id = admission.discharged_by
left join staff signer on signer.id = admission.summary_by
left join lateral (
select * from acuity_entry as acuity_entry where admission_id = admission.id order by id desc limit 1
) entry on true
left join staff recorder on recorder.id = entry.by_staff_id
-- Units are few: they are read once for all admissions, and not looked up for each.
join (select id, ward, name from unit offset 0) unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) order by "admission"."admitted_at" desc, "admission"."id" desc
;
/* planned with its values */  select entry.acuity, entry.note, entry.at, recorder.name as by, "entry"."id" as "sort0", (select count(*)::int from (select from "acuity_entry" as "entry" where admission_id = $1 limit 1001) counted) as counted
from (select * from "acuity_entry" as "entry" where admission_id = $2  order by "entry"."id" asc limit 2 offset 0) as "entry"
join staff recorder on recorder.id = entry.by_staff_id order by "entry"."id" asc
;
/* planned with its values */  select entry.acuity, entry.note, entry.at, recorder.name as by, "entry"."id" as "sort0", (select count(*)::int from (select from "acuity_entry" as "entry" where admission_id = $1 limit 1001) counted) as counted
from (select * from "acuity_entry" as "entry" where admission_id = $2  order by "entry"."id" asc limit 21 offset 0) as "entry"
join staff recorder on recorder.id = entry.by_staff_id order by "entry"."id" asc
;
delete from bed where id = $1 and retired_at is null and not exists (select from stay where bed_id = bed.id)
;
insert into bed (bed_number, ward, unit_id) select number, $1::ward, $2::uuid from unnest($3::text[]) number
order by fold(number) returning id
;
insert into stay (admission_id, bed_id, started_at, reason, sex_rule_reason)
values ($1, $2, $3, $4, $5)
returning sex_rule_reason as "sexRuleReason"
;
select
admission.id, admission.patient_id as "patientId",
case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
'birthPrecision', patient.birth_precision,
'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
'allergens', patient.allergens) end as patient, stay.bed_id as "bedId",
jsonb_build_object('bedNumber', bed.bed_number, 'ward', unit.ward, 'unitName', unit.name) as bed, admission.doctor_id as "doctorId",
case when doctor.id is not null then jsonb_build_object('id', doctor.id, 'firstName', doctor.first_name,
'lastName', doctor.last_name, 'email', doctor.email) end as doctor,
admission.diagnosis, admission.admitted_at as "admissionDate",
admission.expected_discharge as "expectedDischargeDate", admission.discharged_at as "dischargeDate",
case when admission.created_at > admission.admitted_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.created_at), 'by', admitter.name) end as "admissionEntered",
case when admission.discharge_entered_at > admission.discharged_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.discharge_entered_at), 'by', discharger.name) end as "dischargeEntered",
case when admission.death_taken_back_at is not null then jsonb_build_object('at', iso(admission.death_taken_back_at),
'by', corrector.name, 'reason', admission.death_taken_back_reason) end as "deathTakenBack",
admission.status, admission.destination, admission.summary, admission.follow_up as "followUp",
case when admission.summary_at is not null then jsonb_build_object('at', iso(admission.summary_at),
'by', signer.name) end as "summarySigned",
admission.notes,
case when entry.id is not null then jsonb_build_object('acuity', entry.acuity, 'note', entry.note,
'at', iso(entry.at), 'by', recorder.name) end as acuity,
admission.version, admission.created_at as "createdAt", admission.updated_at as "updatedAt" from admission
join patient on patient.id = admission.patient_id
join lateral (
select bed_id, unit_id from stay as stay where admission_id = admission.id
order by started_at desc, ended_at desc nulls first limit 1
) stay on true
join bed on bed.id = stay.bed_id
left join staff doctor on doctor.id = admission.doctor_id
left join staff admitter on admitter.id = admission.admitted_by
left join staff corrector on corrector.id = admission.death_taken_back_by
left join staff discharger on discharger.id = admission.discharged_by
left join staff signer on signer.id = admission.summary_by
left join lateral (
select * from acuity_entry as acuity_entry where admission_id = admission.id order by id desc limit 1
) entry on true
left join staff recorder on recorder.id = entry.by_staff_id
-- Units are few: they are read once for all admissions, and not looked up for each.
join (select id, ward, name from unit offset 0) unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) where admission.id = $1
;
select
bed.id, bed.bed_number as "bedNumber", bed.ward, bed.unit_id as "unitId", unit.name as "unitName",
case when stay.id is not null then 'OCCUPIED' when bed.maintenance_since is not null then 'MAINTENANCE'
else 'AVAILABLE' end as status,
admission.patient_id as "patientId",
patient.mrn, patient.first_name as "firstName", patient.last_name as "lastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens, stay.admission_id as "admissionId",
admission.doctor_id as "doctorId", admission.admitted_at as "admissionDate", admission.expected_discharge as "expectedDischargeDate",
stay.sex_rule_reason as "sexRuleReason",
bed.maintenance_since as "maintenanceSince", coalesce(bed.maintenance_reason, bed.notes) as notes, bed.version,
bed.created_at as "createdAt", bed.updated_at as "updatedAt" from bed
join unit on unit.id = bed.unit_id
left join stay on stay.open_bed_id = bed.id
left join admission on admission.id = stay.admission_id
left join patient on patient.id = admission.patient_id where bed.id = $1 and bed.retired_at is null order by
unit.ward, unit.name, unit.id, substring(bed.bed_number from '^\D*'), coalesce(substring(bed.bed_number from '\d{1,9}')::int, 0),
bed.bed_number
;
select
bed.id, bed.bed_number as "bedNumber", bed.ward, bed.unit_id as "unitId", unit.name as "unitName",
case when stay.id is not null then 'OCCUPIED' when bed.maintenance_since is not null then 'MAINTENANCE'
else 'AVAILABLE' end as status,
admission.patient_id as "patientId",
patient.mrn, patient.first_name as "firstName", patient.last_name as "lastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens, stay.admission_id as "admissionId",
admission.doctor_id as "doctorId", admission.admitted_at as "admissionDate", admission.expected_discharge as "expectedDischargeDate",
stay.sex_rule_reason as "sexRuleReason",
bed.maintenance_since as "maintenanceSince", coalesce(bed.maintenance_reason, bed.notes) as notes, bed.version,
bed.created_at as "createdAt", bed.updated_at as "updatedAt" from bed
join unit on unit.id = bed.unit_id
left join stay on stay.open_bed_id = bed.id
left join admission on admission.id = stay.admission_id
left join patient on patient.id = admission.patient_id where bed.id = any ($1::uuid[]) and bed.retired_at is null order by
unit.ward, unit.name, unit.id, substring(bed.bed_number from '^\D*'), coalesce(substring(bed.bed_number from '\d{1,9}')::int, 0),
bed.bed_number
;
select
bed.id, bed.bed_number as "bedNumber", bed.ward, bed.unit_id as "unitId", unit.name as "unitName",
case when stay.id is not null then 'OCCUPIED' when bed.maintenance_since is not null then 'MAINTENANCE'
else 'AVAILABLE' end as status,
admission.patient_id as "patientId",
patient.mrn, patient.first_name as "firstName", patient.last_name as "lastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens, stay.admission_id as "admissionId",
admission.doctor_id as "doctorId", admission.admitted_at as "admissionDate", admission.expected_discharge as "expectedDischargeDate",
stay.sex_rule_reason as "sexRuleReason",
bed.maintenance_since as "maintenanceSince", coalesce(bed.maintenance_reason, bed.notes) as notes, bed.version,
bed.created_at as "createdAt", bed.updated_at as "updatedAt" from bed
join unit on unit.id = bed.unit_id
left join stay on stay.open_bed_id = bed.id
left join admission on admission.id = stay.admission_id
left join patient on patient.id = admission.patient_id where bed.open_unit_id = $1 order by
unit.ward, unit.name, unit.id, substring(bed.bed_number from '^\D*'), coalesce(substring(bed.bed_number from '\d{1,9}')::int, 0),
bed.bed_number
;
select
bed.id, bed.bed_number as "bedNumber", bed.ward, bed.unit_id as "unitId", unit.name as "unitName",
case when stay.id is not null then 'OCCUPIED' when bed.maintenance_since is not null then 'MAINTENANCE'
else 'AVAILABLE' end as status,
admission.patient_id as "patientId",
patient.mrn, patient.first_name as "firstName", patient.last_name as "lastName",
patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
patient.contact_number as "contactNumber", patient.allergies, patient.allergens, stay.admission_id as "admissionId",
admission.doctor_id as "doctorId", admission.admitted_at as "admissionDate", admission.expected_discharge as "expectedDischargeDate",
stay.sex_rule_reason as "sexRuleReason",
bed.maintenance_since as "maintenanceSince", coalesce(bed.maintenance_reason, bed.notes) as notes, bed.version,
bed.created_at as "createdAt", bed.updated_at as "updatedAt" from bed
join unit on unit.id = bed.unit_id
left join stay on stay.open_bed_id = bed.id
left join admission on admission.id = stay.admission_id
left join patient on patient.id = admission.patient_id where bed.retired_at is null and bed.ward = $1::ward order by
unit.ward, unit.name, unit.id, substring(bed.bed_number from '^\D*'), coalesce(substring(bed.bed_number from '\d{1,9}')::int, 0),
bed.bed_number
;
select
stay.id, stay.bed_id as "bedId", bed.bed_number as "bedNumber", unit.ward, unit.name as "unitName", stay.started_at as "from",
stay.ended_at as until, stay.reason, stay.sex_rule_reason as "sexRuleReason" from stay join bed on bed.id = stay.bed_id join unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) where stay.admission_id = $1
order by stay.started_at, stay.ended_at nulls last
;
select
unit.id, unit.name, unit.ward, coalesce(
(select name from department where department.id = "unit".department_id), $1::text) as department, unit.floor, unit.phone, unit.cleaned_by_staff as "cleanedByStaff",
unit.sex_rule as "sexRule", unit.version from unit where closed_at is null order by ward, fold(name), id
;
select
unit.id, unit.name, unit.ward, coalesce(
(select name from department where department.id = "unit".department_id), $1::text) as department, unit.floor, unit.phone, unit.cleaned_by_staff as "cleanedByStaff",
unit.sex_rule as "sexRule", unit.version from unit where id = $2 and closed_at is null
;
select admission.id, admission.patient_id as "patientId", admission.discharged_at is null as "isActive",
stay.bed_id as "bedId",
patient.first_name || ' ' || patient.last_name as "patientName"
from admission join patient on patient.id = admission.patient_id
left join stay on stay.open_admission_id = admission.id
where admission.id = $1 for update of admission
;
select bed.id as "bedId", bed.bed_number as "bedNumber", unit.ward, unit.id as "unitId", unit.name as "unitName",
case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
'birthPrecision', patient.birth_precision,
'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
'allergens', patient.allergens) end as patient,
stay.admission_id as "admissionId", stay.started_at as "from", stay.ended_at as until
from bed
left join stay on stay.bed_id = bed.id and tstzrange(stay.started_at, stay.ended_at) @> $1::timestamptz
join unit on unit.id = case when stay.id is null then bed.unit_id else coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id) end
left join admission on admission.id = stay.admission_id
left join patient on patient.id = admission.patient_id
where stay.id is not null
or (bed.created_at <= $2::timestamptz and (bed.retired_at is null or bed.retired_at > $3::timestamptz))
order by
unit.ward, unit.name, unit.id, substring(bed.bed_number from '^\D*'), coalesce(substring(bed.bed_number from '\d{1,9}')::int, 0),
bed.bed_number
;
select bed.id, bed.unit_id as "unitId"
from admission join stay on stay.open_admission_id = admission.id join bed on bed.id = stay.open_bed_id where admission.active_patient_id = any ($1::uuid[])
;
select bed.id, bed.unit_id as "unitId"
from admission join stay on stay.open_admission_id = admission.id join bed on bed.id = stay.open_bed_id where admission.id = any ($1::uuid[])
;
select bed.id, bed.unit_id as "unitId" from bed where open_unit_id = any ($1::uuid[])
;
select bed_number as bed from admission join stay on stay.open_admission_id = admission.id
join bed on bed.id = stay.open_bed_id
where admission.active_patient_id = $1
;
select cleans_after_discharge and cleaned_by_staff as "isCleaned"
from hospital, bed join unit on unit.id = bed.unit_id where bed.id = $1
;
select distinct record_of(patient_id) as id from news2_alert alert
where acknowledged_by = any ($1::uuid[]) and (
exists (select from admission where active_patient_id = record_of(alert.patient_id))
or exists (select from appointment where open_patient_id = record_of(alert.patient_id) and status in ('IN_QUEUE', 'IN_PROGRESS'))
)
;
select from bed where id = any ($1::uuid[]) and retired_at is null order by id for no key update
;
select from patient where id = (select patient_id from admission where id = $1) for update
;
select id from bed where open_unit_id = $1 order by id for no key update
;
select id, first_name || ' ' || last_name as name, date_of_birth as "dateOfBirth",
birth_precision as "birthPrecision", allergens, hospital_today()::text as today, last.weight,
(last.taken_at at time zone (select time_zone from hospital))::date::text as "weighedOn",
(select admission.id from admission where active_patient_id = coalesce(merged_into, patient.id)) as "admissionId",
retired_at is not null as "isMerged"
from patient left join lateral (
select weight, taken_at from vital_signs
where patient_id = any (record_ids(patient.id)) and weight is not null and struck_at is null
order by taken_at desc, id desc limit 1
) last on true
where id = $1 and (patient.retired_at is null or patient.merged_into is not null)
;
select stay.bed_id as "bedId" from admission left join stay on stay.open_admission_id = admission.id
where admission.id = $1
;
update "admission" set "doctor_id" = $1, "diagnosis" = $2,  version = version + 1, updated_at = now()
where id = $3 and version = $4 and (false or "doctor_id" is distinct from $5 or "diagnosis" is distinct from $6)
;
update "bed" set "maintenance_since" = $1, "maintenance_reason" = $2, "updated_at" = now() where "id" = $3
;
update "bed" set "maintenance_since" = coalesce(maintenance_since, clock_timestamp()), "maintenance_reason" = $1, "updated_at" = now() where "id" = $2
;
update "bed" set "notes" = $1, "version" = version + 1, "updated_at" = now() where "id" = $2
;
update "unit" set "name" = $1, "floor" = $2,  version = version + 1, updated_at = now()
where id = $3 and version = $4 and (false or "name" is distinct from $5 or "floor" is distinct from $6)
;
update admission set death_taken_back_at = clock_timestamp(), death_taken_back_by = $1,
death_taken_back_reason = $2, version = version + 1, updated_at = now()
where patient_id = any (record_ids($3)) and destination = 'DIED' and death_taken_back_at is null
;
update admission set discharged_at = $1, discharge_entered_at = clock_timestamp(), discharged_by = $2, destination = $3::destination,
summary = $4, follow_up = $5, summary_by = $6, summary_at = clock_timestamp(), version = version + 1, updated_at = now()
where id = $7
;
update admission set discharged_at = $1, discharge_entered_at = clock_timestamp(), discharged_by = $2, destination = $3::destination,
version = version + 1, updated_at = now()
where id = $4
;
update admission set summary = $1, follow_up = $2, summary_by = $3, summary_at = clock_timestamp(), version = version + 1, updated_at = now() where id = $4
;
update admission set version = version + 1, updated_at = now() where id = $1
;
update bed set retired_at = now() where id = any ($1::uuid[])
;
update bed set unit_id = $1, version = version + 1, updated_at = now()
where id = any ($2::uuid[]) and unit_id <> $3
;
update stay set ended_at = clock_timestamp() where open_admission_id = $1 returning ended_at::text
;
update unit set closed_at = now(), merged_into = $1, version = version + 1, updated_at = now()
where id = $2
;
with
-- Those who admit to one bed take turns: two who check an exclusion at once can wait for each other.
locked as materialized (select id from bed where id = $1 for no key update),
-- Lock the patient after the bed, so that adding them to the queue at this moment comes either before or after.
whose as materialized (
select patient.id from locked join patient on patient.id = $2 for no key update of patient
),
moment as materialized (
select least(coalesce($3::timestamptz, clock_timestamp()), clock_timestamp()) as at from locked left join whose on true
),
left_queue as materialized (
select jsonb_agg(queue_number order by date, queue_number) as numbers from appointment
where open_patient_id = $4 and status in ('IN_QUEUE', 'IN_PROGRESS')
),
admitted as (
insert into admission (patient_id, doctor_id, diagnosis, admitted_at, admitted_by, expected_discharge, notes)
select $5::uuid, $6::uuid, $7::text, at,
$8::uuid, $9::date, $10::text
from moment
returning *
),
first_stay as (
insert into stay (admission_id, bed_id, started_at, sex_rule_reason)
select id, $11::uuid, admitted_at, $12::text from admitted
returning *
)
select id, (select numbers from left_queue) as "leftQueue" from admitted
;
with
-- Those who admit to one bed take turns: two who check an exclusion at once can wait for each other.
locked as materialized (select id from bed where id = $1 for no key update),
-- Lock the patient after the bed, so that adding them to the queue at this moment comes either before or after.
whose as materialized (
select patient.id from locked join patient on patient.id = $2 for no key update of patient
),
moment as materialized (
select least(coalesce($3::timestamptz, clock_timestamp()), clock_timestamp()) as at from locked left join whose on true
),
left_queue as materialized (
select jsonb_agg(queue_number order by date, queue_number) as numbers from appointment
where open_patient_id = $4 and status in ('IN_QUEUE', 'IN_PROGRESS')
),
admitted as (
insert into admission (patient_id, doctor_id, diagnosis, admitted_at, admitted_by, expected_discharge, notes)
select $5::uuid, $6::uuid, $7::text, at,
$8::uuid, $9::date, $10::text
from moment
returning *
),
first_stay as (
insert into stay (admission_id, bed_id, started_at, sex_rule_reason)
select id, $11::uuid, admitted_at, $12::text from admitted
returning *
), made as (
select
admission.id, admission.patient_id as "patientId",
case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
'birthPrecision', patient.birth_precision,
'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
'allergens', patient.allergens) end as patient, stay.bed_id as "bedId",
jsonb_build_object('bedNumber', bed.bed_number, 'ward', unit.ward, 'unitName', unit.name) as bed, admission.doctor_id as "doctorId",
case when doctor.id is not null then jsonb_build_object('id', doctor.id, 'firstName', doctor.first_name,
'lastName', doctor.last_name, 'email', doctor.email) end as doctor,
admission.diagnosis, admission.admitted_at as "admissionDate",
admission.expected_discharge as "expectedDischargeDate", admission.discharged_at as "dischargeDate",
case when admission.created_at > admission.admitted_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.created_at), 'by', admitter.name) end as "admissionEntered",
case when admission.discharge_entered_at > admission.discharged_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.discharge_entered_at), 'by', discharger.name) end as "dischargeEntered",
case when admission.death_taken_back_at is not null then jsonb_build_object('at', iso(admission.death_taken_back_at),
'by', corrector.name, 'reason', admission.death_taken_back_reason) end as "deathTakenBack",
admission.status, admission.destination, admission.summary, admission.follow_up as "followUp",
case when admission.summary_at is not null then jsonb_build_object('at', iso(admission.summary_at),
'by', signer.name) end as "summarySigned",
admission.notes,
case when entry.id is not null then jsonb_build_object('acuity', entry.acuity, 'note', entry.note,
'at', iso(entry.at), 'by', recorder.name) end as acuity,
admission.version, admission.created_at as "createdAt", admission.updated_at as "updatedAt" from admitted as admission
join patient on patient.id = admission.patient_id
join lateral (
select bed_id, unit_id from first_stay as stay where admission_id = admission.id
order by started_at desc, ended_at desc nulls first limit 1
) stay on true
join bed on bed.id = stay.bed_id
left join staff doctor on doctor.id = admission.doctor_id
left join staff admitter on admitter.id = admission.admitted_by
left join staff corrector on corrector.id = admission.death_taken_back_by
left join staff discharger on discharger.id = admission.discharged_by
left join staff signer on signer.id = admission.summary_by
left join lateral (
select * from acuity_entry as acuity_entry where admission_id = admission.id order by id desc limit 1
) entry on true
left join staff recorder on recorder.id = entry.by_staff_id
-- Units are few: they are read once for all admissions, and not looked up for each.
join (select id, ward, name from unit offset 0) unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id)), audited as (
insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id,
outcome)
select $13::timestamptz, $14::uuid, $15::text, made.id::uuid,
array["made"."patientId"]::uuid[], $16::uuid, jsonb_strip_nulls(
jsonb_build_object('admittedTo', made.bed, 'leftQueue', (select numbers from left_queue),
'sexRuleReason', (select sex_rule_reason from first_stay)))::jsonb, $17::text,
$18::text, $19::text
from made)
select * from made
;
with
active as materialized (
select id from admission where id = $1 and discharged_at is null for update
),
recorded as (
insert into acuity_entry (admission_id, acuity, note, by_staff_id)
select id, $2::acuity, $3::text, $4::uuid from active
returning *
), made as (
select
admission.id, admission.patient_id as "patientId",
case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
'birthPrecision', patient.birth_precision,
'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
'allergens', patient.allergens) end as patient, stay.bed_id as "bedId",
jsonb_build_object('bedNumber', bed.bed_number, 'ward', unit.ward, 'unitName', unit.name) as bed, admission.doctor_id as "doctorId",
case when doctor.id is not null then jsonb_build_object('id', doctor.id, 'firstName', doctor.first_name,
'lastName', doctor.last_name, 'email', doctor.email) end as doctor,
admission.diagnosis, admission.admitted_at as "admissionDate",
admission.expected_discharge as "expectedDischargeDate", admission.discharged_at as "dischargeDate",
case when admission.created_at > admission.admitted_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.created_at), 'by', admitter.name) end as "admissionEntered",
case when admission.discharge_entered_at > admission.discharged_at + make_interval(mins => 5)
then jsonb_build_object('at', iso(admission.discharge_entered_at), 'by', discharger.name) end as "dischargeEntered",
case when admission.death_taken_back_at is not null then jsonb_build_object('at', iso(admission.death_taken_back_at),
'by', corrector.name, 'reason', admission.death_taken_back_reason) end as "deathTakenBack",
admission.status, admission.destination, admission.summary, admission.follow_up as "followUp",
case when admission.summary_at is not null then jsonb_build_object('at', iso(admission.summary_at),
'by', signer.name) end as "summarySigned",
admission.notes,
case when entry.id is not null then jsonb_build_object('acuity', entry.acuity, 'note', entry.note,
'at', iso(entry.at), 'by', recorder.name) end as acuity,
admission.version, admission.created_at as "createdAt", admission.updated_at as "updatedAt" from admission
join patient on patient.id = admission.patient_id
join lateral (
select bed_id, unit_id from stay as stay where admission_id = admission.id
order by started_at desc, ended_at desc nulls first limit 1
) stay on true
join bed on bed.id = stay.bed_id
left join staff doctor on doctor.id = admission.doctor_id
left join staff admitter on admitter.id = admission.admitted_by
left join staff corrector on corrector.id = admission.death_taken_back_by
left join staff discharger on discharger.id = admission.discharged_by
left join staff signer on signer.id = admission.summary_by
left join lateral (
select * from recorded as acuity_entry where admission_id = admission.id order by id desc limit 1
) entry on true
left join staff recorder on recorder.id = entry.by_staff_id
-- Units are few: they are read once for all admissions, and not looked up for each.
join (select id, ward, name from unit offset 0) unit on unit.id = coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id)
where admission.id = (select admission_id from recorded)), audited as (
insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id,
outcome)
select $5::timestamptz, $6::uuid, $7::text, made.id::uuid,
array["made"."patientId"]::uuid[], $8::uuid, jsonb_build_object('acuity', made.acuity -> 'acuity')::jsonb, $9::text,
$10::text, $11::text
from made)
select * from made
;
with
added as (
insert into bed (bed_number, ward, unit_id, notes, maintenance_since, maintenance_reason)
values ($1, $2::ward, $3, $4,
$5, $6)
returning *
), made as (select
bed.id, bed.bed_number as "bedNumber", bed.ward, bed.unit_id as "unitId", unit.name as "unitName",
case when stay.id is not null then 'OCCUPIED' when bed.maintenance_since is not null then 'MAINTENANCE'
else 'AVAILABLE' end as status,
admission.patient_id as "patientId",
case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
'birthPrecision', patient.birth_precision,
'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
'allergens', patient.allergens) end as patient, stay.admission_id as "admissionId",
admission.doctor_id as "doctorId", admission.admitted_at as "admissionDate", admission.expected_discharge as "expectedDischargeDate",
stay.sex_rule_reason as "sexRuleReason",
bed.maintenance_since as "maintenanceSince", coalesce(bed.maintenance_reason, bed.notes) as notes, bed.version,
bed.created_at as "createdAt", bed.updated_at as "updatedAt" from added as bed
join unit on unit.id = bed.unit_id
left join stay on stay.open_bed_id = bed.id
left join admission on admission.id = stay.admission_id
left join patient on patient.id = admission.patient_id), audited as (
insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id,
outcome)
select $7::timestamptz, $8::uuid, $9::text, made.id::uuid,
$10::uuid[], $11::uuid, jsonb_build_object('added', made."bedNumber")::jsonb, $12::text,
$13::text, $14::text
from made)
select * from made
;
with
added as (
insert into bed (bed_number, ward, unit_id, notes, maintenance_since, maintenance_reason)
values ($1, $2::ward, $3, $4,
now(), $5)
returning *
), made as (select
bed.id, bed.bed_number as "bedNumber", bed.ward, bed.unit_id as "unitId", unit.name as "unitName",
case when stay.id is not null then 'OCCUPIED' when bed.maintenance_since is not null then 'MAINTENANCE'
else 'AVAILABLE' end as status,
admission.patient_id as "patientId",
case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
'birthPrecision', patient.birth_precision,
'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
'allergens', patient.allergens) end as patient, stay.admission_id as "admissionId",
admission.doctor_id as "doctorId", admission.admitted_at as "admissionDate", admission.expected_discharge as "expectedDischargeDate",
stay.sex_rule_reason as "sexRuleReason",
bed.maintenance_since as "maintenanceSince", coalesce(bed.maintenance_reason, bed.notes) as notes, bed.version,
bed.created_at as "createdAt", bed.updated_at as "updatedAt" from added as bed
join unit on unit.id = bed.unit_id
left join stay on stay.open_bed_id = bed.id
left join admission on admission.id = stay.admission_id
left join patient on patient.id = admission.patient_id), audited as (
insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id,
outcome)
select $6::timestamptz, $7::uuid, $8::text, made.id::uuid,
$9::uuid[], $10::uuid, jsonb_build_object('added', made."bedNumber")::jsonb, $11::text,
$12::text, $13::text
from made)
select * from made
;
with inserted as (
insert into unit (name, ward, department_id, floor, phone, cleaned_by_staff, sex_rule)
values ($1, $2::ward, department_named($3), $4, $5,
$6, $7::gender)
returning *
), made as (select
unit.id, unit.name, unit.ward, coalesce(
(select name from department where department.id = "unit".department_id), $8::text) as department, unit.floor, unit.phone, unit.cleaned_by_staff as "cleanedByStaff",
unit.sex_rule as "sexRule", unit.version from inserted as unit), audited as (
insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id,
outcome)
select $9::timestamptz, $10::uuid, $11::text, made.id::uuid,
$12::uuid[], $13::uuid, jsonb_strip_nulls(
jsonb_build_object('added', made.name, 'ward', made.ward, 'sexRule', made."sexRule"))::jsonb, $14::text,
$15::text, $16::text
from made)
select * from made
;
with moment as materialized (select least(coalesce($1::timestamptz, clock_timestamp()), clock_timestamp()) as said)
update stay set ended_at = case
when said < started_at and said > started_at - make_interval(secs => $2) then started_at
else said end
from moment where open_admission_id = $3 returning ended_at::text
;
with prescribed as materialized (
select * from medication
where struck_at is null and recorded_at >= (select ($1)::date::timestamp at time zone time_zone from hospital) and recorded_at < (select ($2::date + 1)::date::timestamp at time zone time_zone from hospital)
and (select (patient.retired_at is null or patient.merged_into is not null) from patient where id = medication.patient_id)
)
select entry.id, patient.id as "patientId", entry.name, entry.dose, entry.unit, entry.route, entry.frequency,
entry.starts_on as "startsOn", entry.admission_id is not null as "isInpatient",
entry.recorded_at as "recordedAt", recorder.name as "recordedBy",
case when stop.id is not null then jsonb_build_object('at', iso(stop.stopped_at), 'by', stopper.name,
'reason', stop.reason) end as stopped,
case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
'birthPrecision', patient.birth_precision,
'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
'allergens', patient.allergens) end as patient,
case when bed.id is not null then jsonb_build_object('bedNumber', bed.bed_number, 'ward', bed.ward,
'unitName', (select name from unit where id = bed.unit_id)) end as bed,
stock.held as stock, (select count(*)::int from prescribed) as total
from (select * from prescribed order by recorded_at desc, id desc limit 200) entry
join patient on patient.id = record_of(entry.patient_id)
join staff recorder on recorder.id = entry.recorded_by
left join medication_stop stop on stop.id = entry.id
left join staff stopper on stopper.id = stop.stopped_by
left join admission on admission.active_patient_id = patient.id
left join stay on stay.open_admission_id = admission.id
left join bed on bed.id = stay.open_bed_id
left join lateral (
select jsonb_build_object('id', item.id, 'name', item.name, 'unit', item.unit, 'usable', usable.quantity,
'status',
case when usable.quantity = 0 then 'OUT_OF_STOCK' when usable.quantity <= item.reorder_level then 'LOW_STOCK'
when usable.quantity <= item.reorder_level * 1.5 then 'NEED_REORDER' else 'IN_STOCK' end) as held
from inventory_item item
cross join lateral (
select coalesce(sum(batch.quantity), 0) as quantity, min(batch.expiry) as expiry from batch
where item_id = item.id and batch.quantity > 0 and (expiry is null or expiry >= hospital_today())
) usable
where item.retired_at is null and item.category = 'MEDICINE' and item.name_key = left(fold(entry.name), 200)
order by item.unit = (case entry.unit when 'TABLET' then 'tablets' when 'ML' then 'ml' end)::item_unit desc, usable.quantity > 0 desc, item.unit limit 1
) stock on true
order by entry.recorded_at desc, entry.id desc
;
