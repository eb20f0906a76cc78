delete from "session" where "staff_id" = $1
;
delete from "session" where "staff_id" = $1 and "id" != $2
;
delete from "session" where "staff_id" = $1 and "id" = $2
;
delete from staff_shift where staff_id = $1 and shift_id = $2
;
insert into "account" ("account_id", "provider_id", "staff_id", "password", "created_at", "updated_at") values ($1, $2, $3, $4, $5, $6) returning *
;
insert into "session" ("expires_at", "token", "created_at", "updated_at", "ip_address", "user_agent", "staff_id", "second_step") values ($1, $2, $3, $4, $5, $6, $7, $8) returning *
;
insert into "staff" ("name", "email", "email_verified", "created_at", "updated_at", "first_name", "last_name", "active") values ($1, $2, $3, $4, $5, $6, $7, $8) returning *
;
insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id,
outcome)
select $1::timestamptz, $2::uuid, $3::text, $4::uuid,
$5::uuid[], $6::uuid, nullif(jsonb_strip_nulls(jsonb_build_object(
'offeredRoles', case when staff.offered_roles <> '{}' then jsonb_build_array('{}'::text[], staff.offered_roles::text[]) end,
'invitation', invitation.id)), '{}')::jsonb, $7::text,
$8::text, $9::text
from staff left join invitation on token_hash = invitation_hash where staff.id = $10
;
insert into staff_shift (staff_id, shift_id, ward, unit_id)
values ($1, $2, $3, $4)
on conflict (staff_id, shift_id) do update set ward = excluded.ward, unit_id = excluded.unit_id
;
select "email", "active" from "staff" where "id" = $1
;
select "id", "email", "first_name" as "firstName", "last_name" as "lastName", "email_verified" as "emailVerified", "active", "clinic_id" as "clinicId", "room", "specialty", "registration_number" as "registrationNumber", "version", "created_at" as "createdAt", coalesce(staff.role::text, staff.own_role) as "role", "is_doctor" as "isDoctor", (select name from clinic where clinic.id = staff.clinic_id) as "clinic", ("staff".offered_roles::text[] || "staff".own_offered_roles) as "offeredRoles" from "staff" where "id" = $1
;
select "id", "email", "first_name" as "firstName", "last_name" as "lastName", "email_verified" as "emailVerified", "active", "clinic_id" as "clinicId", "room", "specialty", "registration_number" as "registrationNumber", "version", "created_at" as "createdAt", coalesce(staff.role::text, staff.own_role) as "role", "is_doctor" as "isDoctor", (select name from clinic where clinic.id = staff.clinic_id) as "clinic", ("staff".offered_roles::text[] || "staff".own_offered_roles) as "offeredRoles" from "staff" where 1 = 1 order by "last_name", "first_name", "id" limit $1
;
select "id", "email", "first_name" as "firstName", "last_name" as "lastName", "email_verified" as "emailVerified", "active", "clinic_id" as "clinicId", "room", "specialty", "registration_number" as "registrationNumber", "version", "created_at" as "createdAt", coalesce(staff.role::text, staff.own_role) as "role", "is_doctor" as "isDoctor", (select name from clinic where clinic.id = staff.clinic_id) as "clinic", ("staff".offered_roles::text[] || "staff".own_offered_roles) as "offeredRoles" from "staff" where strpos(fold(first_name || ' ' || last_name || ' ' || email), $1) > 0 order by "last_name", "first_name", "id" limit $2
;
select "id", "email", "first_name" as "firstName", "last_name" as "lastName", "version", "updated_at" as "updatedAt" from "staff" where "id" = $1
;
select "id", "user_agent" as "userAgent", "ip_address" as "address", "created_at" as "startedAt", "used_at" as "usedAt", locked_at is not null as "isLocked" from "session" where "staff_id" = $1 and "expires_at" > $2 order by "used_at" desc, "id"
;
select "primary".* from (select * from "account" where "account"."staff_id" = $1 limit $2) as "primary"
;
select "primary".* from (select * from "session" where "session"."token" = $1) as "primary"
;
select "primary".* from (select * from "staff" where "staff"."email" = $1) as "primary"
;
select "primary".* from (select * from "staff" where "staff"."id" = $1) as "primary"
;
select "staff"."id", "session"."id" as "sessionId", "session"."expires_at" as "endsAt", "staff"."email", "staff"."first_name" as "firstName", "staff"."last_name" as "lastName", "staff"."ward", "staff"."is_doctor" as "isDoctor", "staff"."unit_id" as "unitId", "staff"."email_verified" as "emailVerified", "role"."permissions" as "ownPermissions", coalesce(staff.role::text, staff.own_role) as "role", ("staff".offered_roles::text[] || "staff".own_offered_roles) as "offeredRoles", (
select coalesce(jsonb_agg(jsonb_build_object('name', name, 'title', title, 'description', description)
order by created_at), '[]')
from role own where name = any (staff.own_offered_roles)) as "ownRoles", (
select coalesce(jsonb_agg(jsonb_build_object('shiftId', shift.id, 'name', shift.name,
'startsAt', to_char(starts_at, 'HH24:MI'), 'endsAt', to_char(ends_at, 'HH24:MI'),
'ward', chosen.ward, 'unitId', chosen.unit_id) order by starts_at, ends_at, shift.id), '[]')
from staff_shift chosen join shift on shift.id = chosen.shift_id where chosen.staff_id = staff.id) as "shiftWards", exists (
select from account where account.staff_id = staff.id and account.provider_id = 'credential') as "hasPassword", (
select jsonb_build_object('by', to_char(due at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'hasOne',
exists (select from two_factor where staff_id = staff.id) or exists (select from passkey where staff_id = staff.id))
from second_step_due(staff.id) due where due is not null and not session.second_step) as "secondStep" from "session" inner join "staff" on "staff"."id" = "session"."staff_id" left join "role" on "role"."name" = "staff"."own_role" where "staff"."active" = $1 and "session"."expires_at" > $2 and "session"."locked_at" is null and "session"."id" = $3 and "staff"."id" = $4
;
select "staff"."id", "session"."id" as "sessionId", "session"."expires_at" as "endsAt", "staff"."email", "staff"."first_name" as "firstName", "staff"."last_name" as "lastName", "staff"."ward", "staff"."is_doctor" as "isDoctor", "staff"."unit_id" as "unitId", "staff"."email_verified" as "emailVerified", "role"."permissions" as "ownPermissions", coalesce(staff.role::text, staff.own_role) as "role", ("staff".offered_roles::text[] || "staff".own_offered_roles) as "offeredRoles", (
select coalesce(jsonb_agg(jsonb_build_object('name', name, 'title', title, 'description', description)
order by created_at), '[]')
from role own where name = any (staff.own_offered_roles)) as "ownRoles", (
select coalesce(jsonb_agg(jsonb_build_object('shiftId', shift.id, 'name', shift.name,
'startsAt', to_char(starts_at, 'HH24:MI'), 'endsAt', to_char(ends_at, 'HH24:MI'),
'ward', chosen.ward, 'unitId', chosen.unit_id) order by starts_at, ends_at, shift.id), '[]')
from staff_shift chosen join shift on shift.id = chosen.shift_id where chosen.staff_id = staff.id) as "shiftWards", exists (
select from account where account.staff_id = staff.id and account.provider_id = 'credential') as "hasPassword", (
select jsonb_build_object('by', to_char(due at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'hasOne',
exists (select from two_factor where staff_id = staff.id) or exists (select from passkey where staff_id = staff.id))
from second_step_due(staff.id) due where due is not null and not session.second_step) as "secondStep" from "session" inner join "staff" on "staff"."id" = "session"."staff_id" left join "role" on "role"."name" = "staff"."own_role" where "staff"."active" = $1 and "session"."expires_at" > $2 and "session"."locked_at" is null and "session"."id" = any($3::uuid[])
;
select (
select coalesce(jsonb_agg(jsonb_build_object('shiftId', shift.id, 'name', shift.name,
'startsAt', to_char(starts_at, 'HH24:MI'), 'endsAt', to_char(ends_at, 'HH24:MI'),
'ward', chosen.ward, 'unitId', chosen.unit_id) order by starts_at, ends_at, shift.id), '[]')
from staff_shift chosen join shift on shift.id = chosen.shift_id where chosen.staff_id = staff.id) as "shifts" from "staff" where "id" = $1
;
select (select shift_id from wards_at(staff, $1::timestamptz) limit 1) as "shiftNow",
wards_change_after(staff, $2::timestamptz) as "shiftNowUntil"
from staff where id = $3
;
select exists (select from invitation where token_hash = $1 and is_open(invitation))
or not exists (select from staff) as "isAdmitted"
;
select from account where staff_id = $1 and provider_id = 'credential' and updated_at = $2::timestamptz
for share
;
select id,
(select count(*) from session where staff_id = staff.id and expires_at > $1) as sessions,
exists (select from two_factor where staff_id = staff.id) as "hasTwoFactor",
(select count(*) from passkey where staff_id = staff.id) as passkeys
from staff where id = $2
;
select id, staff_id as "staffId" from notification where staff_id = any ($1::uuid[])
;
select staff.id as "staffId", (
select updated_at::text from account where staff_id = staff.id and provider_id = 'credential') as "passwordSetAt",
array(select place from sign_in_place
where staff_id = staff.id and place in ($1, $2) and last_at > $3) as places,
(select coalesce(jsonb_object_agg(key, jsonb_build_object(
'failures', failures, 'isPaused', coalesce(paused_until > $4, false))), '{}')
from sign_in_count where key = any($5) and forgotten_at > $6) as counts
from (values (1)) as asked left join staff on staff.email = $7
;
update "session" set "used_at" = $1 where "id" = $2 and "locked_at" is null
;
update "staff" set "first_name" = $1, "last_name" = $2, "name" = $3,  version = version + 1, updated_at = now()
where id = $4 and version = $5 and (false or "first_name" is distinct from $6 or "last_name" is distinct from $7 or "name" is distinct from $8)
;
update "staff" set "offered_roles" = $1::text[]::role_name[], "own_offered_roles" = $2::text[], "role" = case when role = any ($3::text[]::role_name[]) then role end, "own_role" = case when own_role = any ($4::text[]) then own_role end, "active" = $5, "version" = version + 1, "updated_at" = now() where "id" = $6 and "version" = $7 and (not (offered_roles @> $8::text[]::role_name[] and offered_roles <@ $9::text[]::role_name[]
and own_offered_roles @> $10::text[] and own_offered_roles <@ $11::text[]) or "active" != $12)
;
update "staff" set "role" = $1, "updated_at" = now() where "id" = $2 returning "is_doctor" as "isDoctor"
;
update "staff" set "ward" = $1, "unit_id" = $2 where "id" = $3 returning "ward", "unit_id" as "unitId"
;
update staff set unit_id = $1 where unit_id = $2
;
with
added as (
insert into display (name, secret_hash, clinic_id, made_by, made_at)
values ($1, $2, $3, $4, $5)
returning *
), made as (select
display.id, display.name, clinic.name as clinic, maker.name as "madeBy", display.made_at as "madeAt", display.seen_at as "seenAt" from added as display join staff maker on maker.id = made_by left join clinic on clinic.id = display.clinic_id), audited as (
insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id,
outcome)
select $6::timestamptz, $7::uuid, $8::text, made.id::uuid,
$9::uuid[], $10::uuid, jsonb_strip_nulls(jsonb_build_object('name', made.name, 'clinic', made.clinic))::jsonb, $11::text,
$12::text, $13::text
from made)
select * from made
;
