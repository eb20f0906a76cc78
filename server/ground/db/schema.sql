create extension btree_gist;
create extension fuzzystrmatch;
create extension pg_trgm;

create type acuity as enum (
  'STABLE',
  'IMPROVING',
  'SERIOUS',
  'CRITICAL'
);

create type allergy_certainty as enum (
  'REPORTED',
  'SUSPECTED',
  'CONFIRMED'
);

create type allergy_severity as enum (
  'MILD',
  'MODERATE',
  'SEVERE'
);

create type appointment_status as enum (
  'SCHEDULED',
  'IN_QUEUE',
  'IN_PROGRESS',
  'COMPLETED',
  'CANCELLED'
);

create type appointment_type as enum (
  'GENERAL',
  'FOLLOW_UP',
  'SPECIALIST',
  'EMERGENCY'
);

create type birth_precision as enum (
  'DAY',
  'MONTH',
  'YEAR'
);

create type cancel_reason as enum (
  'PATIENT_CANCELLED',
  'DID_NOT_ATTEND',
  'OTHER',
  'ADMITTED'
);

create type closure_cause as enum (
  'HOLIDAY',
  'LEAVE',
  'SESSION_CANCELLED'
);

create type consciousness as enum (
  'ALERT',
  'CONFUSION',
  'VOICE',
  'PAIN',
  'UNRESPONSIVE'
);

create type contact_relationship as enum (
  'SPOUSE',
  'PARTNER',
  'MOTHER',
  'FATHER',
  'SON',
  'DAUGHTER',
  'BROTHER',
  'SISTER',
  'GRANDPARENT',
  'GRANDCHILD',
  'AUNT_OR_UNCLE',
  'OTHER_RELATIVE',
  'LEGAL_GUARDIAN',
  'FOSTER_PARENT',
  'CARER',
  'FRIEND',
  'NEIGHBOUR',
  'OTHER'
);

create type destination as enum (
  'HOME',
  'OTHER_HOSPITAL',
  'AGAINST_ADVICE',
  'DIED'
);

create type dispose_cause as enum (
  'EXPIRED',
  'DAMAGED'
);

create type dose_unit as enum (
  'MG',
  'G',
  'MICROGRAM',
  'UNIT',
  'INTERNATIONAL_UNIT',
  'ML',
  'MMOL',
  'TABLET',
  'CAPSULE',
  'DROP',
  'PUFF',
  'PATCH',
  'SUPPOSITORY',
  'APPLICATION'
);

create type gender as enum (
  'MALE',
  'FEMALE',
  'OTHER'
);

create type hold_answer as enum (
  'TAKEN',
  'DECLINED',
  'WITHDRAWN'
);

create type item_category as enum (
  'MEDICINE',
  'EQUIPMENT',
  'SUPPLIES'
);

create type item_unit as enum (
  'pcs',
  'ml',
  'tablets',
  'kg',
  'litres'
);

create type mail_kind as enum (
  'reset',
  'confirm',
  'invitation',
  'order',
  'sign_up'
);

create type medication_frequency as enum (
  'ONCE',
  'DAILY',
  'IN_THE_MORNING',
  'AT_NIGHT',
  'TWICE_DAILY',
  'THREE_TIMES_DAILY',
  'FOUR_TIMES_DAILY',
  'EVERY_4_HOURS',
  'EVERY_6_HOURS',
  'EVERY_8_HOURS',
  'EVERY_12_HOURS',
  'EVERY_OTHER_DAY',
  'WEEKLY',
  'AS_NEEDED'
);

create type medication_route as enum (
  'ORAL',
  'SUBLINGUAL',
  'INTRAVENOUS',
  'INTRAMUSCULAR',
  'SUBCUTANEOUS',
  'INHALED',
  'NASAL',
  'TOPICAL',
  'TRANSDERMAL',
  'RECTAL',
  'VAGINAL',
  'EYE',
  'EAR'
);

create type movement_kind as enum (
  'RECEIVE',
  'ISSUE',
  'RETURN',
  'ADJUST',
  'DISPOSE'
);

create type notification_kind as enum (
  'LOW_STOCK',
  'EXPIRY',
  'BOOKED',
  'MOVED',
  'CANCELLED',
  'WAITING',
  'HIGH_NEWS2',
  'ROLE_GRANTED',
  'DEMO_REQUEST',
  'RECORD_OPENED',
  'HOSPITAL_EXPORTED',
  'ONLINE_BOOKING'
);

create type online_booking_answer as enum (
  'BOOKED',
  'DECLINED',
  'CANCELLED'
);

create type online_booking_mail as enum (
  'CODE',
  'HELD',
  'BOOKED',
  'DECLINED'
);

create type oxygen_given as enum (
  'AIR',
  'OXYGEN'
);

create type patient_message_channel as enum (
  'EMAIL',
  'GATEWAY'
);

create type patient_message_failure as enum (
  'REFUSED',
  'UNAVAILABLE'
);

create type patient_message_kind as enum (
  'REMINDER',
  'MOVED',
  'CANCELLED'
);

create type payer_kind as enum (
  'PUBLIC',
  'PRIVATE',
  'EMPLOYER',
  'CHARITY'
);

create type purchase_order_status as enum (
  'DRAFT',
  'SENT',
  'RECEIVED',
  'CANCELLED'
);

create type role_name as enum (
  'admin',
  'doctor',
  'nurse',
  'pharmacist',
  'receptionist',
  'inventory_manager'
);

create type session_kind as enum (
  'SLOTS',
  'TOKENS'
);

create type stock_alert_kind as enum (
  'LOW',
  'OUT',
  'EXPIRING',
  'EXPIRED'
);

create type wait_state as enum (
  'WAITING',
  'BOOKED',
  'WITHDRAWN'
);

create type ward as enum (
  'GENERAL',
  'ICU',
  'EMERGENCY',
  'PEDIATRIC',
  'MATERNITY',
  'PSYCHIATRIC'
);

create sequence audit_serial as bigint increment 1 start 1;

CREATE OR REPLACE FUNCTION public.account_for_item()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from store_tally order by category for no key update;
  if tg_op = 'UPDATE' and old.retired_at is null then
    update store_tally set items = items - 1, low = low - old.is_low::int,
      value = value - round(old.quantity * old.cost, 2), worth = worth - old.worth
      where category = old.category;
  end if;
  if new.retired_at is null then
    update store_tally set items = items + 1, low = low + new.is_low::int,
      value = value + round(new.quantity * new.cost, 2), worth = worth + new.worth
      where category = new.category;
  end if;
  perform refresh_stock_alerts(new.id);
  return null;
end $function$
;
revoke execute on function account_for_item() from public;

CREATE OR REPLACE FUNCTION public.acknowledge_news2_alert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.acknowledged_by is not null and new.acknowledged_by is not null then
    raise exception 'it is acknowledged already'
      using errcode = 'check_violation', constraint = 'news2_alert_acknowledged_once';
  end if;
  if new.acknowledged_by is null then
    new.acknowledged_at := null;
    return new;
  end if;
  perform lock_news2_of(new.patient_id);
  if not news2_alert_stands(new) then
    raise exception 'it is not the latest score'
      using errcode = 'check_violation', constraint = 'news2_alert_acknowledged_while_it_stands';
  end if;
  new.acknowledged_at := clock_timestamp();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.allergen(substance text, is_none_known boolean, reaction text, severity allergy_severity, certainty allergy_certainty)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN jsonb_build_object('substance', substance, 'isNoneKnown', is_none_known, 'reaction', reaction, 'severity', severity, 'certainty', certainty)
;

CREATE OR REPLACE FUNCTION public.allergens_of(whom uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN (SELECT COALESCE(jsonb_agg(allergen(allergy.substance, allergy.is_none_known, allergy.reaction, allergy.severity, allergy.certainty) ORDER BY (allergy_rank(allergy.severity, concat_ws(' '::text, allergy.substance, allergy.reaction))), allergy.recorded_at, allergy.id), '[]'::jsonb) AS "coalesce" FROM allergy WHERE ((allergy.patient_id = ANY (record_ids(allergens_of.whom))) AND allergy_counts(allergy.*)))
;

CREATE OR REPLACE FUNCTION public.allergy_counts(entry allergy)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (((entry).struck_at IS NULL) AND ((entry).replaced_at IS NULL) AND ((NOT (entry).is_none_known) OR (NOT (EXISTS (SELECT FROM allergy other WHERE ((other.patient_id = ANY (record_ids((allergy_counts.entry).patient_id))) AND (NOT other.is_none_known) AND (other.struck_at IS NULL) AND (other.replaced_at IS NULL)))))))
;

CREATE OR REPLACE FUNCTION public.allergy_rank(severity allergy_severity, substance text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (severity = 'SEVERE'::allergy_severity) THEN 0 WHEN (severity = 'MODERATE'::allergy_severity) THEN 2 WHEN (severity = 'MILD'::allergy_severity) THEN 3 WHEN (substance ~* 'anaphyla|angio-?(neurotic )?o?edema|adrenaline|epinephrine|epi-?pen|auto-?injector|shock|collapse|breath|airway|swollen (throat|tongue)|intubat|severe|life.?threat'::text) THEN 0 ELSE 1 END
;

CREATE OR REPLACE FUNCTION public.allergy_said(substance text, severity text, reaction text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN ((substance || COALESCE(((' ('::text || lower(severity)) || ')'::text), ''::text)) || COALESCE((': '::text || replace(reaction, ';'::text, ','::text)), ''::text))
;

CREATE OR REPLACE FUNCTION public.allergy_sentence(allergens jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN (SELECT string_agg(allergy_said((listed.one ->> 'substance'::text), (listed.one ->> 'severity'::text), (listed.one ->> 'reaction'::text)), '; '::text ORDER BY listed.place) AS string_agg FROM jsonb_array_elements(allergy_sentence.allergens) WITH ORDINALITY listed(one, place))
;

CREATE OR REPLACE FUNCTION public.anywhere(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (('%'::text || replace(replace(replace(fold(typed), '\'::text, '\\'::text), '%'::text, '\%'::text), '_'::text, '\_'::text)) || '%'::text)
;

CREATE OR REPLACE FUNCTION public.as_of()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select pg_snapshot_xmax(seen)::text::bigint * 1024 - least((select count(*) from pg_snapshot_xip(seen)), 1023)
  from pg_current_snapshot() as seen
$function$
;

CREATE OR REPLACE FUNCTION public.ask_for_mail(at timestamp with time zone, of_kind mail_kind, of_email text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  addressee uuid;
begin
  perform pg_advisory_xact_lock(hashtext('lantern mail ' || of_email));
  select id into addressee from staff
    where email = of_email and active
      and case of_kind
        when 'reset' then email_verified
          and exists (select from account where staff_id = staff.id and provider_id = 'credential')
        else not email_verified end
      and (select count(*) from mail where staff_id = staff.id and kind = of_kind and asked_at > at - interval '1 hour') < 3;
  insert into mail (kind, staff_id, asked_at, try_at) values (of_kind, addressee, at, at);
  return addressee is not null;
end $function$
;
revoke execute on function ask_for_mail(timestamp with time zone,mail_kind,text) from public;

CREATE OR REPLACE FUNCTION public.ask_for_patient_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  now_at constant timestamp := new.date + new.time;
begin
  update patient_message set try_at = null
  where appointment_id = new.id and try_at is not null
    and (kind = 'CANCELLED' or new.status <> 'SCHEDULED' or speaks_of <> now_at);
  if old.status = 'SCHEDULED' and now_at > hospital_clock() and (select tells_changes from hospital)
    and (new.status = 'SCHEDULED' or new.status = 'CANCELLED' and new.cancel_reason in ('PATIENT_CANCELLED', 'OTHER'))
  then
    insert into patient_message as known (appointment_id, kind, channel, speaks_of, try_at)
    select new.id, case new.status when 'SCHEDULED' then 'MOVED' else 'CANCELLED' end::patient_message_kind, channel, now_at,
      hospital_now() + interval '1 minute'
    from patient, unnest(enum_range(null::patient_message_channel)) channel
    where patient.id = record_of(new.patient_id) and admittable_id is not null and (channel <> 'EMAIL' or email is not null)
    -- It has this time again, after another one that was told.
    on conflict on constraint patient_message_once do update
      set asked_at = now(), try_at = excluded.try_at, tries = 0, sent_at = null, failed_at = null, failure = null,
        phoned_at = null, phoned_by = null;
  -- A cancellation was taken back, and the move before it is still to be told.
  elsif old.status = 'CANCELLED' and new.status = 'SCHEDULED' then
    update patient_message set try_at = hospital_now() + interval '1 minute'
    where appointment_id = new.id and kind = 'MOVED' and speaks_of = now_at
      and try_at is null and sent_at is null and phoned_at is null;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ask_for_sign_up(at timestamp with time zone, until timestamp with time zone, of_email text, of_first_name text, of_last_name text, of_password_hash text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  asked uuid;
begin
  perform pg_advisory_xact_lock(hashtext('lantern mail ' || of_email));
  if 5 <= (select count(*) from pending_sign_up where email = of_email and asked_at > at - interval '1 day') then
    return;
  end if;
  insert into pending_sign_up (email, first_name, last_name, password_hash, asked_at, expires_at)
    values (of_email, of_first_name, of_last_name, of_password_hash, at, until)
    returning id into asked;
  insert into mail (kind, pending_sign_up_id, asked_at, try_at) values ('sign_up', asked, at, at);
end $function$
;
revoke execute on function ask_for_sign_up(timestamp with time zone,timestamp with time zone,text,text,text,text) from public;

CREATE OR REPLACE FUNCTION public.audit_months()
 RETURNS SETOF date
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT to_date("right"((pg_class.relname)::text, 7), 'YYYY_MM'::text) AS to_date
    FROM pg_class
   WHERE ((pg_class.relnamespace = (to_regnamespace('audit_month'::text))::oid) AND (pg_class.relname ~ '^entry_[0-9]{4}_[0-9]{2}$'::text) AND (pg_class.relkind = 'r'::"char"));
END
;
revoke execute on function audit_months() from public;

CREATE OR REPLACE FUNCTION public.audit_tables()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['entry'::text, 'sight'::text, 'sighting'::text, 'following'::text, 'unfollowing'::text]
;

CREATE OR REPLACE FUNCTION public.batch_alert_since(of_batch uuid, of_kind stock_alert_kind)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT LEAST(now(), GREATEST(((
         CASE batch_alert_since.of_kind
             WHEN 'EXPIRED'::stock_alert_kind THEN (batch.expiry + 1)
             ELSE (batch.expiry - 90)
         END)::timestamp without time zone AT TIME ZONE ( SELECT hospital.time_zone
            FROM hospital)), ( SELECT max(moved.at) AS max
            FROM ( SELECT stock_movement.at,
                     stock_movement.quantity,
                     sum(stock_movement.quantity) OVER (ORDER BY stock_movement.id) AS there
                    FROM stock_movement
                   WHERE (stock_movement.batch_id = batch_alert_since.of_batch)) moved
           WHERE ((moved.there > (0)::numeric) AND (moved.there = moved.quantity))))) AS "least"
    FROM batch
   WHERE (batch.id = batch_alert_since.of_batch);
END
;
revoke execute on function batch_alert_since(uuid,stock_alert_kind) from public;

CREATE OR REPLACE FUNCTION public.begin_second_step()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.second_step_since := case
    when new.second_step_of = 'nobody' then null
    when new.second_step_of = 'everyone' or old.second_step_of = 'nobody' then now()
    else old.second_step_since
  end;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.book_movement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  list_price numeric;
  moved batch;
  -- How much of the batch was issued and not returned, what that was worth, and how much of it the ward or patient has.
  outside numeric := 0;
  outside_worth numeric := 0;
  with_ward numeric;
  with_patient numeric;
begin
  select cost into list_price from inventory_item where id = new.item_id for no key update;
  select * into moved from batch where id = new.batch_id and item_id = new.item_id for no key update;
  if not found then
    raise exception 'the batch is of another item' using errcode = 'foreign_key_violation', constraint = 'movement_batch_of_item';
  end if;
  if new.kind = 'RETURN' then
    select coalesce(-sum(quantity), 0), coalesce(-sum(worth), 0),
      coalesce(-sum(quantity) filter (where ward = new.ward), 0),
      coalesce(-sum(quantity) filter (where patient_id = any (record_ids(new.patient_id))), 0)
    into outside, outside_worth, with_ward, with_patient
    from stock_movement where batch_id = new.batch_id and kind in ('ISSUE', 'RETURN');
  end if;
  -- Without a recorded price, the item's list price at the time counts.
  new.worth := worth_moved(new.kind, new.quantity, coalesce(new.unit_cost, list_price), moved.quantity, moved.worth,
    moved.cost, outside, outside_worth);
  update batch set quantity = quantity + new.quantity, worth = worth + new.worth,
    -- Only additions change the average cost.
    cost = case when new.quantity > 0 and quantity + new.quantity > 0
      then (worth + new.worth) / (quantity + new.quantity) else cost end
    where id = new.batch_id;
  if new.patient_id is not null then
    perform from patient where admittable_id = new.patient_id for key share;
    if not found then
      raise exception 'the patient was deleted or has died' using errcode = 'foreign_key_violation', constraint = 'movement_needs_patient';
    end if;
  end if;
  if new.kind = 'ISSUE' and moved.expiry < hospital_today() then
    raise exception 'expired stock is not issued' using errcode = 'check_violation', constraint = 'movement_not_expired';
  end if;
  if new.kind = 'RETURN' and new.quantity > least(outside, case when new.ward is not null then with_ward end,
    case when new.patient_id is not null then with_patient end) then
    raise exception 'more than was issued' using errcode = 'check_violation', constraint = 'movement_returns_what_was_issued';
  end if;
  update inventory_item set quantity = quantity + new.quantity, worth = worth + new.worth,
    next_expiry = (select min(expiry) from batch where item_id = new.item_id and quantity > 0)
    where id = new.item_id and retired_at is null
    returning quantity into new.balance;
  if not found then
    raise exception 'the item was deleted' using errcode = 'foreign_key_violation', constraint = 'movement_item_current';
  end if;
  return new;
end $function$
;
revoke execute on function book_movement() from public;

CREATE OR REPLACE FUNCTION public.booked_during(day date, at time without time zone, minutes smallint)
 RETURNS tsrange
 LANGUAGE sql
 IMMUTABLE STRICT
RETURN tsrange((day + at), ((day + at) + ((minutes)::double precision * '00:01:00'::interval)))
;

CREATE OR REPLACE FUNCTION public.booked_from_home(session practice_session, day date)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select count(*) from slot_hold hold
    where hold.doctor_id = session.doctor_id and hold.date = day and hold.released_at is null and is_held(hold)
      and hold.entry_id is null and session.minutes @> extract(epoch from hold.time)::int / 60
  ) + (
    select count(*) from appointment join online_booking booking on booking.appointment_id = appointment.id
    where appointment.session_id = session.id and appointment.date = day and appointment.status <> 'CANCELLED'
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.bound_told_demo_requests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if 3 <= (
    select count(*) from notification told join demo_request request on request.id = told.cause
    where told.staff_id = new.staff_id and told.kind = 'DEMO_REQUEST' and told.cause <> new.cause
      and told.raised_at > new.raised_at - interval '1 day'
      and request.network = (select network from demo_request where id = new.cause)
  ) then
    return null;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.bring_back_allergy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update allergy set replaced_at = null
  where id = new.replaces_id and not exists (
    select from allergy other
    where other.patient_id = allergy.patient_id and other.struck_at is null and other.replaced_at is null
      and other.is_none_known = allergy.is_none_known
      and (allergy.is_none_known or fold(other.substance) = fold(allergy.substance)));
  return null;
end $function$
;
revoke execute on function bring_back_allergy() from public;

CREATE OR REPLACE FUNCTION public.carry_shifts_along()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update staff_shift set unit_id = new.merged_into where unit_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.compare_all_patients_soon()
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into duplicate_due (patient_id) select id from patient where retired_at is null
$function$
;
revoke execute on function compare_all_patients_soon() from public;

CREATE OR REPLACE FUNCTION public.compare_holder_soon()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into duplicate_due (patient_id) values (new.patient_id);
  return null;
end $function$
;
revoke execute on function compare_holder_soon() from public;

CREATE OR REPLACE FUNCTION public.compare_patient_soon()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into duplicate_due (patient_id) values (new.id);
  -- The list shows both records, and leaves out a pair whose record was deleted.
  if tg_op = 'UPDATE' and exists (select from duplicate_pair where one_id = new.id or other_id = new.id) then
    perform pg_notify('lantern', 'duplicate-pair:');
  end if;
  return null;
end $function$
;
revoke execute on function compare_patient_soon() from public;

CREATE OR REPLACE FUNCTION public.count_patients()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and (old.gender, old.retired_at is null) = (new.gender, new.retired_at is null) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform from patient_tally where gender in (old.gender, new.gender) order by gender for no key update;
  end if;
  if tg_op = 'UPDATE' and old.retired_at is null then
    update patient_tally set current = current - 1 where gender = old.gender;
  end if;
  if new.retired_at is null then
    update patient_tally set current = current + 1 where gender = new.gender;
  end if;
  return null;
end $function$
;
revoke execute on function count_patients() from public;

CREATE OR REPLACE FUNCTION public.count_worth()
 RETURNS void
 LANGUAGE sql
AS $function$
  update stock_movement set worth = told.worth from worth_of_ledger() told
    where told.id = stock_movement.id and stock_movement.worth <> told.worth;
  update batch set worth = moved.worth
    from (select batch_id, sum(worth) as worth from stock_movement group by batch_id) moved
    where batch_id = id and batch.worth <> moved.worth;
  update inventory_item set worth = there.worth
    from (select item_id, sum(worth) as worth from batch group by item_id) there
    where item_id = id and inventory_item.worth <> there.worth;
  update store_tally set worth = (
    select coalesce(sum(worth), 0) from inventory_item where inventory_item.category = store_tally.category);
$function$
;
revoke execute on function count_worth() from public;

CREATE OR REPLACE FUNCTION public.department_named(called text)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
declare
  found_id uuid;
begin
  if called is null then
    return null;
  end if;
  insert into department as known (name) values (called)
  -- Written again as it is, because two who add the same name at once are both to find it.
  on conflict (fold(name)) do update set name = known.name
  returning id into found_id;
  return found_id;
end $function$
;
revoke execute on function department_named(text) from public;

CREATE OR REPLACE FUNCTION public.doctors_signed_in(at timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  select array_agg(id order by id) from staff_who('{doctor}', 'clinical.respond') doctor
  where active and exists (select from session where staff_id = doctor.id and expires_at > at)
$function$
;

CREATE OR REPLACE FUNCTION public.drop_audit_months()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '1s'
AS $function$
declare
  month date;
  kind text;
  dropped text[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtext('lantern audit months'));
  for month in
    select made from audit_months() made, hospital
    where made < date_trunc('month', now() at time zone 'UTC') - make_interval(months => audit_retention_months)
    order by 1
  loop
    foreach kind in array audit_tables() loop
      execute format('drop table audit_month.%s_%s', kind, to_char(month, 'YYYY_MM'));
    end loop;
    dropped := dropped || to_char(month, 'YYYY-MM');
  end loop;
  if dropped <> '{}' then
    insert into audit_entry (action, changes) values ('dropAuditMonths', jsonb_build_object('dropped', dropped));
  end if;
  return dropped;
end $function$
;
revoke execute on function drop_audit_months() from public;

CREATE OR REPLACE FUNCTION public.end_identifiers_of_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update patient_identifier set ended_at = now(), ended_reason = 'The record was deleted', version = version + 1, updated_at = now()
    where patient_id = new.id and ended_at is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.end_pending_sign_ups()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from pending_sign_up where email = new.email;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.end_visit_of_admitted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  admitted admission;
  bed text;
begin
  if exists (select from stay where admission_id = new.admission_id and id <> new.id) then
    return null;
  end if;
  select * into admitted from admission where id = new.admission_id;
  select bed_number into bed from bed where id = new.bed_id;
  perform from patient where id = admitted.patient_id for no key update;
  with open as (
    select id, status = 'IN_PROGRESS' as begun from appointment
    where open_patient_id = admitted.patient_id and status in ('IN_QUEUE', 'IN_PROGRESS')
    order by id for update
  )
  update appointment set status = case when begun then 'COMPLETED' else 'CANCELLED' end::appointment_status,
    cancel_reason = case when not begun then 'ADMITTED' end::cancel_reason, cancel_note = null, admitted_to = bed,
    status_by = admitted.admitted_by, version = version + 1, updated_at = now()
  from open where open.id = appointment.id;
  return null;
end $function$
;
revoke execute on function end_visit_of_admitted() from public;

CREATE OR REPLACE FUNCTION public.end_waits_of_patient()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update slot_hold set answer = 'WITHDRAWN', released_at = least(until, clock_timestamp())
  where is_held(slot_hold) and entry_id in (select id from wait_entry where state = 'WAITING' and patient_id = new.id);
  update wait_entry set state = 'WITHDRAWN', ended_at = clock_timestamp(), version = version + 1, updated_at = now()
  where state = 'WAITING' and patient_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.extra_seat(one appointment)
 RETURNS smallint
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(coalesce(max(seat), 0), 1000) + 1 from appointment other
  where other.doctor_id = one.doctor_id and other.date = one.date and other.time = one.time and other.id <> one.id
    and other.status <> 'CANCELLED' and other.type <> 'EMERGENCY'
$function$
;

CREATE OR REPLACE FUNCTION public.fold(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(regexp_replace(NORMALIZE(translate(replace(typed, 'ß'::text, 'ss'::text), 'øØłŁđĐæÆœŒıİ'::text, 'oOlLdDaAoOii'::text), NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text))
;

CREATE OR REPLACE FUNCTION public.follow_named(of_staff uuid, of_provider text, named text[])
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
declare
  built_in constant text[] := enum_range(null::role_name)::text[];
  known text[];
  before_named text[];
  before_offered text[];
  offered text[];
begin
  -- A role that is retired at this moment is either offered before, and stays, or is unknown.
  select coalesce(array_agg(name), '{}') into known from (
    select name from role where name = any (named) and retired_at is null order by name for share
  ) own;
  known := array(select name from unnest(built_in) name where name = any (named)) || known;
  select named_roles::text[] || own_named_roles into before_named from account
    where staff_id = of_staff and provider_id = of_provider for update;
  select offered_roles::text[] || own_offered_roles into before_offered from staff where id = of_staff for update;
  offered := known || array(
    select name from unnest(before_offered) name where name <> all (known) and name <> all (coalesce(before_named, '{}')));
  update account set named_roles = array(select name from unnest(known) name where name = any (built_in))::role_name[],
      own_named_roles = array(select name from unnest(known) name where name <> all (built_in))
    where staff_id = of_staff and provider_id = of_provider and named_roles::text[] || own_named_roles <> known;
  if offered @> before_offered and offered <@ before_offered then
    return null;
  end if;
  update staff set
    offered_roles = array(select name from unnest(built_in) name where name = any (offered))::role_name[],
    own_offered_roles = array(select name from unnest(offered) name where name <> all (built_in) order by name),
    role = case when role::text = any (offered) then role end,
    own_role = case when own_role = any (offered) then own_role end,
    version = version + 1, updated_at = now()
  where id = of_staff;
  return before_offered;
end $function$
;
revoke execute on function follow_named(uuid,text,text[]) from public;

CREATE OR REPLACE FUNCTION public.follow_named_roles(of_staff uuid, of_provider text, named role_name[])
 RETURNS role_name[]
 LANGUAGE plpgsql
AS $function$
declare
  before_named role_name[];
  before_offered role_name[];
  offered role_name[];
begin
  select named_roles into before_named from account where staff_id = of_staff and provider_id = of_provider for update;
  select offered_roles into before_offered from staff where id = of_staff for update;
  offered := array(
    select role from unnest(enum_range(null::role_name)) role
    where role = any (named) or role = any (before_offered) and role <> all (coalesce(before_named, '{}')));
  update account set named_roles = named where staff_id = of_staff and provider_id = of_provider and named_roles <> named;
  if offered @> before_offered and offered <@ before_offered then
    return null;
  end if;
  update staff set offered_roles = offered, role = case when role = any (offered) then role end,
    version = version + 1, updated_at = now() where id = of_staff;
  return before_offered;
end $function$
;
revoke execute on function follow_named_roles(uuid,text,role_name[]) from public;

CREATE OR REPLACE FUNCTION public.forget_struck_signs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from notification where cause = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_told_online_booking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from notification where cause = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.forgive_attempt(own_key text, account_key text, address_key text, whole boolean, OUT failures integer, OUT refused integer)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('synchronous_commit', 'off', true);
  update sign_in_count held set failures = greatest(held.failures - 1, 0) where key = address_key;
  update sign_in_count held set failures = greatest(held.failures - 1, 0), paused_until = null where key = account_key;
  if whole then
    delete from sign_in_count held where key = own_key returning held.failures - 1, held.refused
      into forgive_attempt.failures, forgive_attempt.refused;
  else
    update sign_in_count held set failures = greatest(held.failures - 1, 0), paused_until = null where key = own_key;
  end if;
end $function$
;
revoke execute on function forgive_attempt(text,text,text,boolean) from public;

CREATE OR REPLACE FUNCTION public.free_guessed_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update slot_hold set released_at = clock_timestamp(), answer = 'WITHDRAWN' where id = new.id and is_held(slot_hold);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.free_seat(one appointment, held practice_session)
 RETURNS smallint
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  taken smallint[];
begin
  taken := array(
    select seat from appointment other
    where other.doctor_id = one.doctor_id and other.date = one.date and other.id <> one.id
      and other.status <> 'CANCELLED' and other.type <> 'EMERGENCY'
      and (other.time = one.time or case held.kind
        when 'TOKENS' then other.session_id = held.id
        else booked_during(other.date, other.time, other.minutes) && booked_during(one.date, one.time, held.slot_minutes) end)
    union all
    select seat from slot_hold hold
    where hold.doctor_id = one.doctor_id and hold.date = one.date and hold.id <> one.id
      and hold.released_at is null and hold.until > clock_timestamp()
      and case held.kind
        when 'TOKENS' then hold.session_id = held.id
        else booked_during(hold.date, hold.time, hold.minutes) && booked_during(one.date, one.time, held.slot_minutes) end
  );
  for place in 1 .. held.capacity loop
    if place <> all (taken) then
      return place;
    end if;
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.has_unit(of_ward ward, of_unit uuid, asked uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select (of_unit = asked) is true
    or of_unit is null and (of_ward = (select ward from unit where id = asked)) is true
$function$
;

CREATE OR REPLACE FUNCTION public.hear_at_place(at timestamp with time zone, own_key text, own_free integer, from_address text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
declare
  own_until timestamptz;
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into sign_in_count as held (key, forgotten_at, address) values (own_key, at + interval '1 day', from_address)
    on conflict (key) do update set
      failures = case when held.forgotten_at > at then held.failures else 0 end,
      paused_until = case when held.forgotten_at > at then held.paused_until end,
      forgotten_at = case when held.forgotten_at > at then held.forgotten_at else excluded.forgotten_at end
    returning paused_until into own_until;
  if own_until > at then
    update sign_in_count set refused = refused + 1 where key = own_key;
    return own_until;
  end if;
  update sign_in_count set failures = failures + 1,
    paused_until = at + pause_after(failures + 1, own_free, '5 minutes')
    where key = own_key;
  return null;
end $function$
;
revoke execute on function hear_at_place(timestamp with time zone,text,integer,text) from public;

CREATE OR REPLACE FUNCTION public.hear_attempt(at timestamp with time zone, own_key text, own_free integer, account_key text, address_key text, of_staff uuid, from_address text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
declare
  strangers integer := 0;
  first_wait interval;
  account_until timestamptz;
  own_until timestamptz;
begin
  -- A power cut may lose a count. Guessing does not keep the disk busy.
  perform set_config('synchronous_commit', 'off', true);
  -- Always in this order, so that no two attempts wait for each other.
  if address_key is not null then
    insert into sign_in_count as held (key, forgotten_at) values (address_key, at + interval '10 minutes')
      on conflict (key) do update set
        failures = case when held.forgotten_at > at then held.failures else 0 end,
        forgotten_at = case when held.forgotten_at > at then held.forgotten_at else excluded.forgotten_at end
      returning failures into strangers;
  end if;
  first_wait := pause_after(strangers, 20, '1 minute');
  if account_key is not null then
    insert into sign_in_count as held (key, forgotten_at) values (account_key, at + interval '1 day')
      on conflict (key) do update set failures = case when held.forgotten_at > at then held.failures else 0 end
      returning paused_until into account_until;
  end if;
  insert into sign_in_count as held (key, paused_until, forgotten_at, staff_id, address)
    values (own_key, at + first_wait, at + interval '1 hour', of_staff, from_address)
    on conflict (key) do update set
      failures = case when held.forgotten_at > at then held.failures else 0 end,
      paused_until = case when held.forgotten_at > at then held.paused_until else excluded.paused_until end,
      forgotten_at = case when held.forgotten_at > at then held.forgotten_at else excluded.forgotten_at end
    returning paused_until into own_until;
  if greatest(account_until, own_until) > at then
    update sign_in_count set refused = refused + 1 where key = own_key;
    return greatest(account_until, own_until);
  end if;

  update sign_in_count set failures = failures + 1 where key = address_key;
  update sign_in_count set failures = failures + 1, forgotten_at = at + interval '1 day',
    paused_until = at + pause_after(failures + 1, 10, '15 minutes')
    where key = account_key;
  update sign_in_count set failures = failures + 1, forgotten_at = at + interval '1 day',
    paused_until = at + greatest(first_wait, pause_after(failures + 1, own_free, '5 minutes'))
    where key = own_key;
  return null;
end $function$
;
revoke execute on function hear_attempt(timestamp with time zone,text,integer,text,text,uuid,text) from public;

CREATE OR REPLACE FUNCTION public.hold_bookings_of_doctor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from staff where id = new.doctor_id
    or new.doctor_id is null and id in (select doctor_id from practice_session)
    order by id for no key update;
  if tg_op = 'INSERT' and new.doctor_id is not null
      and not exists (select from staff where id = new.doctor_id and is_doctor and active) then
    raise exception 'this is no active doctor' using errcode = 'check_violation', constraint = 'closure_of_active_doctor';
  end if;
  if tg_op = 'INSERT' and new.clinic_id is not null then
    perform from clinic where id = new.clinic_id and retired_at is null for share;
    if not found then
      raise exception 'the clinic was closed' using errcode = 'check_violation', constraint = 'closure_in_open_clinic';
    end if;
  end if;
  return new;
end $function$
;
revoke execute on function hold_bookings_of_doctor() from public;

CREATE OR REPLACE FUNCTION public.hold_to_active_witness(witness uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from staff where id = witness and active for share;
  if not found then
    raise exception 'the account of the witness was deactivated'
      using errcode = 'check_violation', constraint = 'countersignature_of_active_witness';
  end if;
end $function$
;
revoke execute on function hold_to_active_witness(uuid) from public;

CREATE OR REPLACE FUNCTION public.hold_to_countersignature(of_act text, given uuid, actor uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  signed countersignature;
begin
  if given is null then
    if of_act = any ((select countersigned_acts from hospital)::text[]) then
      raise exception 'a second person countersigns this' using errcode = 'check_violation', constraint = 'countersignature_needed';
    end if;
    return;
  end if;
  select * into signed from countersignature where id = given;
  if (signed.act = of_act and signed.actor_id = actor) is not true then
    raise exception 'the countersignature is of another act' using errcode = 'check_violation', constraint = 'countersignature_of_act';
  end if;
  if signed.signed_at < clock_timestamp() - interval '2 minutes' then
    raise exception 'the countersignature has expired' using errcode = 'check_violation', constraint = 'countersignature_in_time';
  end if;
  perform hold_to_active_witness(signed.witness_id);
end $function$
;
revoke execute on function hold_to_countersignature(text,uuid,uuid) from public;

CREATE OR REPLACE FUNCTION public.hospital_clock()
 RETURNS timestamp without time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT (hospital_now() AT TIME ZONE hospital.time_zone) AS timezone FROM hospital)
;

CREATE OR REPLACE FUNCTION public.hospital_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN now()
;

CREATE OR REPLACE FUNCTION public.hospital_today()
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (hospital_clock())::date
;

CREATE OR REPLACE FUNCTION public.identifier_key(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(fold(typed), '[ ./,:;_()\u2010-\u2015-]'::text, ''::text, 'g'::text)
;

CREATE OR REPLACE FUNCTION public.is_away(doctor uuid, clinic uuid, at tsrange)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from closure where retired_at is null and during && at
      and (doctor_id = doctor or doctor_id is null) and (clinic_id is null or clinic_id = clinic))
$function$
;

CREATE OR REPLACE FUNCTION public.is_held(hold slot_hold)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (((hold).released_at IS NULL) AND ((hold).until > clock_timestamp()))
;

CREATE OR REPLACE FUNCTION public.is_on(one shift, at time without time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when one.starts_at < one.ends_at then at >= one.starts_at and at < one.ends_at
    else at >= one.starts_at or at < one.ends_at end
$function$
;

CREATE OR REPLACE FUNCTION public.is_on_wards(one staff)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select (one.role = 'nurse') is true
    or (one.own_role in (select own_roles_with('clinical.observe')) and not one.is_doctor) is true
$function$
;

CREATE OR REPLACE FUNCTION public.is_open(one account_link, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (((one).used_at IS NULL) AND ((one).expires_at > at) AND (EXISTS (SELECT FROM staff WHERE ((staff.id = (is_open.one).staff_id) AND staff.active AND (staff.email = (is_open.one).email)))) AND (((one).made_by IS NULL) OR (EXISTS (SELECT FROM staff WHERE ((staff.id = (is_open.one).made_by) AND staff.active AND ('admin'::role_name = ANY (staff.offered_roles)))))))
;

CREATE OR REPLACE FUNCTION public.is_open(one invitation)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (((one).used_at IS NULL) AND ((one).withdrawn_at IS NULL) AND ((one).expires_at > hospital_now()) AND (EXISTS (SELECT FROM staff WHERE ((staff.id = (is_open.one).made_by) AND staff.active AND ('admin'::role_name = ANY (staff.offered_roles))))))
;

CREATE OR REPLACE FUNCTION public.is_open(one pending_sign_up, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (((one).expires_at > at) AND (NOT (EXISTS (SELECT FROM staff WHERE (staff.email = (is_open.one).email)))))
;

CREATE OR REPLACE FUNCTION public.iso(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text)
;

CREATE OR REPLACE FUNCTION public.keep_a_unit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('units'));
  if not exists (select from unit where ward = new.ward and closed_at is null and id <> new.id) then
    raise exception 'no other unit of this kind is open' using errcode = 'check_violation', constraint = 'unit_one_of_ward';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_admission_in_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  born date;
begin
  select date_of_birth into born from patient where id = new.patient_id for no key update;
  if new.admitted_at < now() - interval '30 years' then
    raise exception 'this was too long ago' using errcode = 'check_violation', constraint = 'admission_within_memory';
  end if;
  if (new.admitted_at at time zone (select time_zone from hospital))::date < born then
    raise exception 'the patient was not born yet' using errcode = 'check_violation', constraint = 'admission_after_birth';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_all_name_words()
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into patient_name_word (word)
    select distinct word from patient, words_of_name(first_name_key, last_name_key) word where word <> '' order by word
    on conflict do nothing
$function$
;
revoke execute on function keep_all_name_words() from public;

CREATE OR REPLACE FUNCTION public.keep_allergens()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from patient where id = any (record_ids(new.patient_id)) order by id for no key update;
  update patient set allergens = listed.allergens, allergies = allergy_sentence(listed.allergens)
  from (select allergens_of(new.patient_id) as allergens) listed where id = any (record_ids(new.patient_id));
  return null;
end $function$
;
revoke execute on function keep_allergens() from public;

CREATE OR REPLACE FUNCTION public.keep_amendment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  note record;
begin
  select patient_id, signed_at, struck_at into note from visit_note where id = new.visit_note_id for share;
  if note.patient_id <> new.patient_id or note.signed_at is null then
    raise exception 'it is not signed'
      using errcode = 'check_violation', constraint = 'visit_note_amended_when_signed';
  end if;
  if note.struck_at is not null then
    raise exception 'it is struck through'
      using errcode = 'check_violation', constraint = 'clinical_entry_struck_once';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_an_admin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if 'admin' = any (old.offered_roles) and old.active
     and not ('admin' = any (new.offered_roles) and new.active) then
    perform pg_advisory_xact_lock(hashtext('lantern last admin'));
    if not exists (select from staff where id <> new.id and active and role = 'admin') then
      raise exception 'the last administrator stays' using errcode = 'check_violation', constraint = 'staff_last_admin';
    end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_appointment_transitions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  last appointment_status_change;
  call appointment_status_change;
  is_missed constant boolean := old.status = 'IN_PROGRESS' and new.missed_calls = old.missed_calls + 1
    and (new.status = 'IN_QUEUE' or (new.status = 'CANCELLED' and new.cancel_reason = 'DID_NOT_ATTEND'));
  -- Undoing a missed call lowers the count; otherwise it would be another call.
  is_found constant boolean := old.status in ('IN_QUEUE', 'CANCELLED') and new.status = 'IN_PROGRESS'
    and new.missed_calls = old.missed_calls - 1;
  is_admitted constant boolean := new.admitted_to is distinct from old.admitted_to;
begin
  if (new.missed_calls <> old.missed_calls and not is_missed and not is_found)
     or (new.behind <> old.behind and not (is_missed and new.status = 'IN_QUEUE')) then
    raise exception 'only a call that was not answered changes the place in the queue'
      using errcode = 'check_violation', constraint = 'appointment_transition';
  end if;
  if new.status = old.status then
    if old.status in ('COMPLETED', 'CANCELLED', 'IN_PROGRESS')
       and (new.date, new.time, new.doctor_id, new.type) is distinct from (old.date, old.time, old.doctor_id, old.type) then
      raise exception 'only an appointment that has not started can be moved'
        using errcode = 'check_violation', constraint = 'appointment_closed';
    end if;
    return new;
  end if;

  -- An admission locks the patient too, so either it ends this visit or it is seen here.
  if new.status in ('IN_QUEUE', 'IN_PROGRESS') and old.status not in ('IN_QUEUE', 'IN_PROGRESS') then
    perform from patient where id = new.patient_id for share;
    if exists (select from admission where active_patient_id = new.patient_id) then
      raise exception 'the patient is admitted'
        using errcode = 'check_violation', constraint = 'appointment_not_queued_while_admitted';
    end if;
  end if;

  if is_missed then
    if new.status = 'CANCELLED' and new.missed_calls < 3 then
      raise exception 'a visit ends as not attended after the third call'
        using errcode = 'check_violation', constraint = 'appointment_missed_after_third_call';
    end if;
    if exists (select from visit_note where appointment_id = new.id and signed_at is not null and struck_at is null)
       or exists (select from vital_signs where patient_id = new.patient_id and struck_at is null
         and recorded_at >= old.started_at and taken_at >= date_trunc('minute', old.started_at)) then
      raise exception 'a note was signed or vital signs were taken since the call'
        using errcode = 'check_violation', constraint = 'appointment_missed_without_entries';
    end if;
  end if;

  if is_missed or (not is_found and (old.status, new.status) in (
    ('SCHEDULED', 'IN_QUEUE'), ('IN_QUEUE', 'IN_PROGRESS'), ('IN_PROGRESS', 'COMPLETED'),
    ('SCHEDULED', 'CANCELLED'), ('IN_QUEUE', 'CANCELLED')
  )) then
    new.status_at := clock_timestamp();
    -- Undoing the change to the visit wouldn't undo the admission, so it can't be undone.
    new.undoable := not is_admitted;
    case new.status
      when 'IN_QUEUE' then
        if is_missed then new.returned_at := new.status_at; else new.queued_at := new.status_at; end if;
      when 'IN_PROGRESS' then
        new.started_at := new.status_at;
        new.started_by := new.status_by;
        -- A draft from an earlier call becomes the note of this one.
        update visit_note set seen_at = new.started_at where appointment_id = new.id and signed_at is null;
      when 'COMPLETED' then new.completed_at := new.status_at;
      else null;
    end case;
    if is_missed then
      new.started_at := null;
      new.started_by := null;
    end if;
    insert into appointment_status_change (appointment_id, from_status, to_status, by_staff_id, at, reason)
    values (new.id, old.status, new.status, new.status_by, new.status_at, nullif(concat_ws(': ',
      coalesce(new.cancel_reason::text, case when is_missed then 'NOT_HERE' when is_admitted then 'ADMITTED' end),
      case when is_admitted then new.admitted_to else new.cancel_note end), ''));
    return new;
  end if;

  select * into last from appointment_status_change where appointment_id = old.id order by id desc limit 1;
  if found and old.undoable and last.to_status = old.status and last.from_status = new.status
     and last.by_staff_id = new.status_by and last.at > clock_timestamp() - interval '30 seconds' then
    new.status_at := clock_timestamp();
    new.undoable := false;
    case old.status
      when 'IN_QUEUE' then
        if new.status = 'SCHEDULED' then new.queued_at := null; end if;
      when 'IN_PROGRESS' then
        new.started_at := null;
        new.started_by := null;
      when 'COMPLETED' then new.completed_at := null;
      else new.cancel_reason := null; new.cancel_note := null;
    end case;
    if is_found then
      select * into call from appointment_status_change
        where appointment_id = old.id and to_status = 'IN_PROGRESS' and not is_undo order by id desc limit 1;
      new.started_at := call.at;
      new.started_by := call.by_staff_id;
      new.behind := '{}';
    end if;
    insert into appointment_status_change (appointment_id, from_status, to_status, by_staff_id, at, is_undo)
    values (new.id, old.status, new.status, new.status_by, new.status_at, true);
    return new;
  end if;

  raise exception 'an appointment does not go from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'appointment_transition';
end $function$
;
revoke execute on function keep_appointment_transitions() from public;

CREATE OR REPLACE FUNCTION public.keep_audit_sightings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into audit_sighting (patient_id, is_told, at, sight_id)
    select distinct seen, scope is not null, at, id from told, unnest(patient_ids) seen;
  return null;
end $function$
;
revoke execute on function keep_audit_sightings() from public;

CREATE OR REPLACE FUNCTION public.keep_clinic_in_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from staff where clinic_id = new.id and active) then
    raise exception 'doctors belong to the clinic' using errcode = 'check_violation', constraint = 'clinic_has_doctors';
  end if;
  if exists (select from display where clinic_id = new.id and withdrawn_at is null) then
    raise exception 'a screen shows the clinic' using errcode = 'check_violation', constraint = 'clinic_has_screens';
  end if;
  if exists (select from practice_session where clinic_id = new.id and valid && daterange(hospital_today(), null)) then
    raise exception 'doctors have hours in the clinic' using errcode = 'check_violation', constraint = 'clinic_has_sessions';
  end if;
  update staff set clinic_id = null, version = version + 1, updated_at = now() where clinic_id = new.id;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_clinical_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  true_at timestamptz := (to_jsonb(new) ->> tg_argv[0])::timestamptz;
  of_patient record;
begin
  select retired_at, merged_into, deceased_at, date_of_birth into of_patient from patient where id = new.patient_id for key share;
  if of_patient.retired_at is not null and of_patient.merged_into is null then
    raise exception 'the record was removed'
      using errcode = 'check_violation', constraint = 'clinical_entry_needs_patient';
  end if;
  if true_at > of_patient.deceased_at then
    raise exception 'the patient had died'
      using errcode = 'check_violation', constraint = 'clinical_entry_before_death';
  end if;
  if (true_at at time zone (select time_zone from hospital))::date < of_patient.date_of_birth then
    raise exception 'the patient was not born yet'
      using errcode = 'check_violation', constraint = 'clinical_entry_after_birth';
  end if;
  -- Clocks differ by a minute at most.
  if true_at > clock_timestamp() + interval '1 minute' then
    raise exception 'this is still to come'
      using errcode = 'check_violation', constraint = 'clinical_entry_not_in_future';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_clinics_few()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('clinics'));
  if (select count(*) from clinic where retired_at is null) >= 200 then
    raise exception 'there are too many clinics' using errcode = 'check_violation', constraint = 'clinics_at_most_200';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_confirmed_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('online_booking', 0));
  if 2 <= (select count(*) from online_booking booking join slot_hold hold on hold.id = booking.id
      where booking.email_key = old.email_key and booking.id <> new.id and booking.confirmed_at is not null
        and (booking.answer is null or booking.answer = 'BOOKED')
        and not exists (select from appointment where id = booking.appointment_id and status = 'CANCELLED')
        and hold.date + hold.time > hospital_clock()) then
    raise exception 'two bookings are to come' using errcode = 'check_violation', constraint = 'online_booking_two_ahead';
  end if;
  update slot_hold set until = (date + time) at time zone (select time_zone from hospital) where id = new.id and is_held(slot_hold);
  if not found then
    raise exception 'the place is held no longer' using errcode = 'check_violation', constraint = 'online_booking_while_held';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_contacts_few()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('contacts'), hashtext(new.patient_id::text));
  if (select count(*) from patient_contact where patient_id = new.patient_id and ended_at is null) >= 20 then
    raise exception 'there are too many contacts' using errcode = 'check_violation', constraint = 'contacts_at_most_20';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_coverage_few()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('coverage'), hashtext(new.patient_id::text));
  if (select count(*) from coverage where patient_id = new.patient_id and retired_at is null) >= 50 then
    raise exception 'there is too much coverage' using errcode = 'check_violation', constraint = 'coverage_at_most_50';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_disposal_countersigned()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.countersignature_id is not null or (select is_controlled from inventory_item where id = new.item_id) then
    perform hold_to_countersignature('CONTROLLED_DISPOSAL', new.countersignature_id, new.by_staff_id);
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_doctors_few()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('doctors'));
  if (select count(*) from staff where is_doctor and active and id <> new.id) >= 2000 then
    raise exception 'there are too many doctors' using errcode = 'check_violation', constraint = 'doctors_at_most_2000';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_formulary_short()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('formulary'));
  if (select count(*) from formulary_medicine) >= 1000 then
    raise exception 'the formulary is full' using errcode = 'check_violation', constraint = 'formulary_at_most_1000';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_identifier_systems_few()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('identifier systems'));
  if (select count(*) from identifier_system where retired_at is null and id <> new.id) >= 12 then
    raise exception 'there are too many identifier systems'
      using errcode = 'check_violation', constraint = 'identifier_systems_at_most_12';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_merge_countersigned()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform hold_to_countersignature('RECORD_MERGE', new.countersignature_id, new.merged_by);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_merges_flat()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from patient where id = new.merged_into and merged_into is not null)
      or new.merged_into is not null and exists (select from patient where merged_into = new.id) then
    raise exception 'records are merged into one that stands for itself'
      using errcode = 'check_violation', constraint = 'patient_merged_flat';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_missed_from_its_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.date > hospital_today() then
    raise exception 'a patient can stay away from the day of the appointment on'
      using errcode = 'check_violation', constraint = 'appointment_missed_from_its_day';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_name_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into patient_name_word (word)
    select distinct word from arrived, words_of_name(first_name_key, last_name_key) word where word <> '' order by word
    on conflict do nothing;
  return null;
end $function$
;
revoke execute on function keep_name_words() from public;

CREATE OR REPLACE FUNCTION public.keep_order_bounded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from purchase_order_line line where line.order_id in (select order_id from added)
    group by line.order_id having count(*) > 200 or sum(line.quantity * line.cost) > 999999999999.99
  ) then
    raise exception 'an order has too many lines or is worth too much'
      using errcode = 'check_violation', constraint = 'purchase_order_bounded';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_order_transitions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status <> old.status and (old.status, new.status) not in
    (('DRAFT', 'SENT'), ('DRAFT', 'CANCELLED'), ('SENT', 'CANCELLED'), ('SENT', 'RECEIVED')) then
    raise exception 'an order does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'purchase_order_transition';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_override_countersigned()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform hold_to_countersignature('ALLERGY_OVERRIDE', new.countersignature_id, new.recorded_by);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_payers_few()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('payers'));
  if (select count(*) from payer where retired_at is null) >= 200 then
    raise exception 'there are too many payers' using errcode = 'check_violation', constraint = 'payers_at_most_200';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_queue_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status = 'IN_QUEUE' and new.date <> old.date then
    raise exception 'who is in the queue keeps the day'
      using errcode = 'check_violation', constraint = 'appointment_in_queue_keeps_its_day';
  end if;
  if new.status = old.status then
    return new;
  end if;
  if old.status = 'SCHEDULED' and new.status = 'IN_QUEUE' and new.date <> hospital_today() then
    raise exception 'an appointment is queued on its day'
      using errcode = 'check_violation', constraint = 'appointment_queued_on_its_day';
  end if;
  new.left_queue_on := case
    when old.status in ('IN_QUEUE', 'IN_PROGRESS') and new.status in ('COMPLETED', 'CANCELLED') then hospital_today()
  end;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_record_after_birth()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  born_at timestamptz := new.date_of_birth::timestamp at time zone (select time_zone from hospital);
begin
  perform from patient where id = new.id for update;
  if exists (select from admission where patient_id = new.id and admitted_at < born_at)
    or exists (select from appointment where patient_id = new.id and date < new.date_of_birth and status = 'COMPLETED')
    or exists (select from stock_movement where patient_id = new.id and at < born_at)
    or exists (select from vital_signs where patient_id = new.id and taken_at < born_at and struck_at is null)
    or exists (select from visit_note where patient_id = new.id and seen_at < born_at and struck_at is null)
    or exists (select from allergy where patient_id = new.id and recorded_at < born_at and struck_at is null)
    or exists (select from medication where patient_id = new.id and recorded_at < born_at and struck_at is null)
    or exists (select from problem where patient_id = new.id and recorded_at < born_at and struck_at is null)
  then
    raise exception 'the record has something from before that birth'
      using errcode = 'check_violation', constraint = 'patient_born_before_record';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_role_in_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from staff where new.name = any (own_offered_roles))
     or exists (select from invitation where new.name = any (own_offered_roles) and is_open(invitation)) then
    raise exception 'the role is in use' using errcode = 'check_violation', constraint = 'role_in_use';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_role_of_doctors()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a role of doctors stays one' using errcode = 'check_violation', constraint = 'role_of_doctors_stays';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_roles_few()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('roles'));
  if (select count(*) from role where retired_at is null) >= 50 then
    raise exception 'there are too many roles' using errcode = 'check_violation', constraint = 'roles_at_most_50';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_rooms_plain()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from unnest(new.rooms) room where room is null or room !~ '\S' or length(room) > 30) then
    raise exception 'a room is no short line' using errcode = 'check_violation', constraint = 'clinic_rooms_are_plain';
  end if;
  if (select count(distinct fold(room)) from unnest(new.rooms) room) < cardinality(new.rooms) then
    raise exception 'a room is there twice' using errcode = 'check_violation', constraint = 'clinic_room_once';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_sessions_possible()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from staff where id = new.doctor_id and is_doctor and active for no key update;
  if not found and not isempty(new.valid * daterange(hospital_today(), null)) then
    raise exception 'this is no active doctor' using errcode = 'check_violation', constraint = 'session_needs_active_doctor';
  end if;
  if tg_op = 'INSERT' or new.clinic_id <> old.clinic_id then
    perform from clinic where id = new.clinic_id and retired_at is null for share;
    if not found then
      raise exception 'the clinic was closed' using errcode = 'check_violation', constraint = 'session_in_open_clinic';
    end if;
  end if;
  if tg_op = 'INSERT' and (select count(*) from practice_session where doctor_id = new.doctor_id
      and valid && daterange(hospital_today(), null)) >= 60 then
    raise exception 'there are too many sessions' using errcode = 'check_violation', constraint = 'sessions_at_most_60';
  end if;
  return new;
end $function$
;
revoke execute on function keep_sessions_possible() from public;

CREATE OR REPLACE FUNCTION public.keep_sex_rule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  called text;
  rule gender;
begin
  if new.ended_at is not null then
    return new;
  end if;
  select name, sex_rule into called, rule from unit where id = new.unit_id for share;
  if rule is null or exists (
    select from admission join patient on patient.id = admission.patient_id
    where admission.id = new.admission_id and patient.gender in (rule, 'OTHER')
  ) then
    new.sex_rule_reason := null;
  elsif new.sex_rule_reason is null then
    raise exception 'the ward is for the other sex' using errcode = 'check_violation',
      constraint = 'stay_sex_rule_has_reason', detail = called, hint = rule;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_shifts_few()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('shifts'));
  if (select count(*) from shift where retired_at is null) >= 50 then
    raise exception 'there are too many shifts' using errcode = 'check_violation', constraint = 'shifts_at_most_50';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_signed_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.signed_at is not null and (new.reason, new.findings, new.assessment, new.plan, new.signed_at, new.seen_at,
      new.version, new.updated_at, new.patient_id, new.appointment_id, new.recorded_by, new.recorded_at)
    is distinct from (old.reason, old.findings, old.assessment, old.plan, old.signed_at, old.seen_at,
      old.version, old.updated_at, old.patient_id, old.appointment_id, old.recorded_by, old.recorded_at) then
    raise exception 'it is signed'
      using errcode = 'check_violation', constraint = 'visit_note_signed';
  end if;
  if old.signed_at is null and new.signed_at is not null then
    perform from appointment where id = new.appointment_id and status = 'IN_QUEUE' for share;
    if found then
      raise exception 'the patient is back in the queue'
        using errcode = 'check_violation', constraint = 'visit_note_not_signed_while_waiting';
    end if;
    new.signed_at := clock_timestamp();
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_signed_summary()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the discharge summary is signed'
    using errcode = 'check_violation', constraint = 'admission_summary_signed_once';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_stock_controlled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if 'CONTROLLED_DISPOSAL' = any ((select countersigned_acts from hospital)::text[])
     and exists (select from batch where item_id = new.id and quantity > 0) then
    raise exception 'there is stock of it' using errcode = 'check_violation', constraint = 'controlled_while_in_stock';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_time_zone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from pg_timezone_names where name = new.time_zone) then
    raise exception 'there is no such time zone'
      using errcode = 'check_violation', constraint = 'hospital_time_zone_known';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_units_few()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('units'));
  if (select count(*) from unit where closed_at is null) >= 100 then
    raise exception 'there are too many units' using errcode = 'check_violation', constraint = 'units_at_most_100';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_visit_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  visit record;
begin
  select patient_id, status, started_at into visit from appointment where id = new.appointment_id for share;
  if visit.patient_id <> new.patient_id or visit.status not in ('IN_PROGRESS', 'COMPLETED') then
    raise exception 'the consultation has not begun'
      using errcode = 'check_violation', constraint = 'visit_note_of_visit';
  end if;
  -- The statement read the appointment before the visit that is being started at the same moment.
  new.seen_at := coalesce(new.seen_at, visit.started_at);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_waits_possible()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from patient where id = new.patient_id and admittable_id is not null for key share;
  if not found then
    raise exception 'this is no current patient' using errcode = 'check_violation', constraint = 'wait_entry_needs_current_patient';
  end if;
  if new.clinic_id is not null and (tg_op = 'INSERT' or new.clinic_id is distinct from old.clinic_id) then
    perform from clinic where id = new.clinic_id and retired_at is null for share;
    if not found then
      raise exception 'the clinic was closed' using errcode = 'check_violation', constraint = 'wait_entry_in_clinic';
    end if;
  end if;
  if new.doctor_id is not null and (tg_op = 'INSERT' or new.doctor_id is distinct from old.doctor_id) then
    perform from staff where id = new.doctor_id and is_doctor and active for share;
    if not found then
      raise exception 'this is no active doctor' using errcode = 'check_violation', constraint = 'wait_entry_for_doctor';
    end if;
  end if;
  if new.appointment_id is not null and (tg_op = 'INSERT' or new.appointment_id is distinct from old.appointment_id)
      and not exists (select from appointment where id = new.appointment_id and open_patient_id = new.patient_id
        and status = 'SCHEDULED' and date >= hospital_today()) then
    raise exception 'this is no later appointment of the patient'
      using errcode = 'check_violation', constraint = 'wait_entry_brings_forward';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_withdrawn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.withdrawn_at := old.withdrawn_at;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_witness_active()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform hold_to_active_witness(new.witness_id);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.leave_removed_shift()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from staff_shift where shift_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.lock_item_of_batch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from inventory_item where id = new.item_id for no key update;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.lock_news2_of(of_patient uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(hashtextextended('news2 ' || record_of(of_patient), 0))
$function$
;
revoke execute on function lock_news2_of(uuid) from public;

CREATE OR REPLACE FUNCTION public.make_audit_month(month date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  kind text;
  part text;
  other text;
  begins text := quote_literal(month::text || ' 00:00:00+00');
  ends text := quote_literal((month + interval '1 month')::date::text || ' 00:00:00+00');
begin
  foreach kind in array audit_tables() loop
    part := format('audit_month.%s_%s', kind, to_char(month, 'YYYY_MM'));
    other := format('audit_month.%s_other', kind);
    continue when to_regclass(part) is not null;
    execute format('lock table %s in access exclusive mode', other);
    -- Attached rather than made as a part: that would hold up everybody who writes.
    execute format('create table %s (like audit_%s including defaults including constraints)', part, kind);
    execute format('with moved as (delete from %s where at >= %s and at < %s returning *) insert into %s select * from moved',
      other, begins, ends, part);
    execute format('alter table audit_%s attach partition %s for values from (%s) to (%s)', kind, part, begins, ends);
  end loop;
end $function$
;
revoke execute on function make_audit_month(date) from public;

CREATE OR REPLACE FUNCTION public.make_audit_months()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '1s'
AS $function$
declare
  this_month date := date_trunc('month', now() at time zone 'UTC');
  month date;
begin
  perform pg_advisory_xact_lock(hashtext('lantern audit months'));
  for month in
    select (this_month + make_interval(months => ahead))::date from generate_series(0, 3) ahead
    union
    select distinct date_trunc('month', at at time zone 'UTC')::date from audit_month.entry_other
    where at >= (select min(made)::timestamp at time zone 'UTC' from audit_months() made) and at < now()
    except select made from audit_months() made
    order by 1
  loop
    perform make_audit_month(month);
  end loop;
end $function$
;
revoke execute on function make_audit_months() from public;

CREATE OR REPLACE FUNCTION public.mark_patient_photo()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update patient set photo_mark = case when tg_op <> 'DELETE' then left(encode(new.sha, 'hex'), 16) end
  where id = coalesce(new.patient_id, old.patient_id);
  if tg_op = 'UPDATE' and new.patient_id <> old.patient_id then
    update patient set photo_mark = null where id = old.patient_id;
  end if;
  return null;
end $function$
;
revoke execute on function mark_patient_photo() from public;

CREATE OR REPLACE FUNCTION public.move_stays_of_bed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update stay set unit_id = new.unit_id, sex_rule_reason = nullif(current_setting('lantern.sex_rule_reason', true), '')
  where open_bed_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.name_words(folded text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (' '::text || translate(folded, '-''’'::text, '   '::text))
;

CREATE OR REPLACE FUNCTION public.news2_alert_stands(alert news2_alert)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
    select last.id = alert.id and last.taken_at > news2_counts_from(patient.id)
      and date_part('year', age((last.taken_at at time zone (select time_zone from hospital))::date, date_of_birth)) >= 16
    from patient, lateral (
      select one.id, one.taken_at from unnest(record_ids(patient.id)) record cross join lateral (
        select id, taken_at from vital_signs
        where patient_id = record and struck_at is null
          and num_nulls(temperature, pulse, respiratory_rate, systolic, oxygen_saturation, consciousness, oxygen) = 0
        order by taken_at desc, id desc limit 1
      ) one order by one.taken_at desc, one.id desc limit 1
    ) last
    where patient.id = record_of(alert.patient_id)
  ), false)
$function$
;

CREATE OR REPLACE FUNCTION public.news2_alerts_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_news2_alerts(new.patient_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.news2_alerts_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from stay where admission_id = new.admission_id and id <> new.id) then
    perform refresh_news2_alerts(patient_id) from admission where id = new.admission_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.news2_alerts_of_bed_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_news2_alerts(active_patient_id) from admission
  join stay on stay.open_admission_id = admission.id where stay.open_bed_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.news2_alerts_of_merged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_news2_alerts(new.id);
  if new.merged_into is null then
    perform refresh_news2_alerts(old.merged_into);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.news2_alerts_of_patient_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_news2_alerts(new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.news2_counts_from(of_patient uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select admitted_at from admission where active_patient_id = of_patient),
    (select min(coalesce(queued_at, started_at)) from appointment
     where open_patient_id = of_patient and status in ('IN_QUEUE', 'IN_PROGRESS'))
  ) - interval '24 hours'
$function$
;

CREATE OR REPLACE FUNCTION public.news2_of_shift_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  who uuid := coalesce(new.staff_id, old.staff_id);
begin
  if exists (select from staff where id = who and is_on_wards(staff)) then
    -- Alerts are locked in the order in which others visit them.
    delete from notification where id in (
      select notification.id from notification
      join news2_alert alert on alert.id = notification.cause
      join staff on staff.id = who
      where notification.staff_id = who and kind = 'HIGH_NEWS2' and not works_on(staff, unit_of(record_of(alert.patient_id)))
      order by notification.cause for update of notification);
    perform raise_standing_news2(who);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.next_mrn_number()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
BEGIN ATOMIC
 UPDATE mrn_counter SET last_number = (mrn_counter.last_number + 1)
   RETURNING mrn_counter.last_number;
END
;
revoke execute on function next_mrn_number() from public;

CREATE OR REPLACE FUNCTION public.next_purchase_order_number()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
BEGIN ATOMIC
 UPDATE purchase_order_counter SET last_number = (purchase_order_counter.last_number + 1)
   RETURNING purchase_order_counter.last_number;
END
;
revoke execute on function next_purchase_order_number() from public;

CREATE OR REPLACE FUNCTION public.next_queue_number(day date)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
BEGIN ATOMIC
 INSERT INTO queue_day AS given (date, last_number)
   VALUES (next_queue_number.day, 1) ON CONFLICT(date) DO UPDATE SET last_number = (given.last_number + 1)
   RETURNING given.last_number;
END
;
revoke execute on function next_queue_number(date) from public;

CREATE OR REPLACE FUNCTION public.note_mailed_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update invitation set mailed_at = new.sent_at where id = new.invitation_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_mailed_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update purchase_order set mailed_at = new.sent_at, updated_at = now() where id = new.order_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_of_appointment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform raise_notification('BOOKED', new.id, array[new.doctor_id]);
  elsif new.status <> old.status then
    if new.status = 'CANCELLED' and new.status_by is distinct from new.doctor_id then
      perform raise_notification('CANCELLED', new.id, array[new.doctor_id]);
    end if;
    delete from notification where cause = new.id and case new.status
      when 'COMPLETED' then true when 'CANCELLED' then kind <> 'CANCELLED' else kind in ('WAITING', 'CANCELLED') end;
  elsif new.doctor_id = old.doctor_id then
    perform raise_notification('MOVED', new.id, array[old.doctor_id]);
  else
    perform raise_notification(
      case when new.status = 'IN_QUEUE' and wants_notification(new.doctor_id, 'WAITING')
          and exists (select from notification where cause = new.id and kind = 'WAITING')
        then 'WAITING'::notification_kind else 'BOOKED' end,
      new.id, array[new.doctor_id]);
    perform raise_notification('MOVED', new.id, array[old.doctor_id]);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_of_choice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform raise_standing_notifications(new.staff_id);
  perform pg_notify('lantern', concat('notification-choice:', new.staff_id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_of_demo_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  admins uuid[] := array(select id from staff_who('{admin}', 'demoRequest.manage') where active);
begin
  if new.handled_at is null then
    perform raise_notification('DEMO_REQUEST', new.id, admins);
  else
    delete from notification where cause = new.id;
    perform raise_notification('DEMO_REQUEST', id, admins)
    from (
      select id from demo_request request
      where network = new.network and handled_at is null and requested_at > now() - interval '30 days'
        and not exists (select from notification where cause = request.id)
      order by requested_at, id limit 1
    ) next;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_of_offers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from notification where cause = new.id and kind = 'ROLE_GRANTED'
    and case when own_role is null then role <> all (new.offered_roles) else own_role <> all (new.own_offered_roles) end;
  perform raise_notification('ROLE_GRANTED', new.id, array[new.id], of_role => granted)
  from unnest(new.offered_roles) granted where granted <> all (old.offered_roles);
  insert into notification (staff_id, kind, cause, own_role)
  select new.id, 'ROLE_GRANTED', new.id, granted from unnest(new.own_offered_roles) granted
  where granted <> all (old.own_offered_roles) and wants_notification(new.id, 'ROLE_GRANTED')
  on conflict on constraint notification_once do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_of_online_booking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform raise_notification('ONLINE_BOOKING', new.id, told_of_online_booking(new));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_of_permissions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform raise_standing_notifications(id) from (
    select id from staff where active and own_role = new.name order by id
  ) holder;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_of_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Deletes the scores of the ward that a nurse leaves, and not those of the wards of their shifts. Alerts are locked in the
  -- order in which others visit them.
  if is_on_wards(old) and (old.role, old.own_role, old.ward, old.unit_id)
    is distinct from (new.role, new.own_role, new.ward, new.unit_id) then
    delete from notification where id in (
      select notification.id from notification
      left join news2_alert alert on alert.id = notification.cause
      where notification.staff_id = new.id and kind = 'HIGH_NEWS2'
        and not (is_on_wards(new) and works_on(new, unit_of(record_of(alert.patient_id))))
      order by notification.cause for update of notification);
  end if;
  perform raise_standing_notifications(new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_of_stock_alert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform raise_notification(stock_news(new.kind), new.id,
      array(select id from staff_who('{admin,pharmacist,inventory_manager}', 'inventory.change') where active), at => now());
  else
    delete from notification where cause = new.id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.nth_of_month(day date)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN ((((EXTRACT(day FROM day))::integer - 1) / 7) + 1)
;

CREATE OR REPLACE FUNCTION public.nurses_told_of_news2(of_patient uuid, recorder uuid, moment timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  with reachable as (
    select nurse.id, works_on_at(nurse, there.unit, moment) as is_there
    from staff_who('{nurse}', 'clinical.observe') nurse
    cross join (select unit_of(of_patient) as unit) there
    where active and not is_doctor and nurse.id is distinct from recorder
      and exists (select from session where staff_id = nurse.id and expires_at > clock_timestamp())
      and works_on(nurse, there.unit) and wants_notification(nurse.id, 'HIGH_NEWS2')
  )
  select array_agg(id) from reachable where is_there or not exists (select from reachable where is_there)
$function$
;

CREATE OR REPLACE FUNCTION public.offer_roles_of_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update invitation set used_at = hospital_now()
    where token_hash = new.invitation_hash and is_open(invitation)
    returning offered_roles, own_offered_roles into new.offered_roles, new.own_offered_roles;
  if not found then
    raise exception 'the invitation can’t be used' using errcode = 'check_violation', constraint = 'staff_invitation_open';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.offer_roles_to_first_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('lantern first account'));
  if not exists (select from staff) then
    new.offered_roles := enum_range(null::role_name);
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.oldest_unit(of_ward ward)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select id from unit where ward = of_ward and closed_at is null order by created_at, id limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.open_because(who uuid, of_patient uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (EXISTS (SELECT FROM record_reader WHERE ((record_reader.patient_id = open_because.of_patient) AND (record_reader.staff_id = open_because.who)))) THEN 'list'::text WHEN treats(who, of_patient) THEN 'care'::text WHEN (opened_until(who, of_patient) IS NOT NULL) THEN 'reason'::text ELSE NULL::text END
;

CREATE OR REPLACE FUNCTION public.open_to_other_doctor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_access (patient_id, staff_id, reason)
  select id, new.started_by, 'Started the visit of a colleague’s patient' from patient
  where id = new.patient_id and restricted_since is not null and open_because(new.started_by, id) is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.opened_until(who uuid, of_patient uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN (SELECT (max(record_access.opened_at) + '04:00:00'::interval) FROM (record_access JOIN patient ON ((patient.id = record_access.patient_id))) WHERE ((record_access.patient_id = opened_until.of_patient) AND (record_access.staff_id = opened_until.who) AND (record_access.opened_at > (hospital_now() - '04:00:00'::interval)) AND (record_access.opened_at >= patient.restricted_since)))
;

CREATE OR REPLACE FUNCTION public.own_roles_with(permission text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  select name from role where permission = any (permissions)
$function$
;

CREATE OR REPLACE FUNCTION public.pace_demo_requests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- One at a time from each network, so that a hundred at once can't all count the same.
  perform pg_advisory_xact_lock(hashtextextended('demo_request ' || new.network, 0));
  if (select count(*) from demo_request
      where network = new.network and requested_at > new.requested_at - interval '1 hour') >= 20 then
    raise exception 'too many demo requests' using errcode = 'check_violation', constraint = 'demo_request_paced';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.pace_online_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  since constant timestamptz := clock_timestamp() - interval '1 hour';
  oldest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('online_booking', 0));
  if 3 <= (select count(*) from online_booking booking join slot_hold hold on hold.id = booking.id
      where booking.network = new.network and booking.confirmed_at is null and is_held(hold)) then
    raise exception 'too many open holds' using errcode = 'check_violation', constraint = 'online_booking_holds_of_network';
  end if;
  select min(asked_at) into oldest from online_booking where network = new.network and asked_at > since having count(*) >= 10;
  if oldest is not null then
    raise exception 'too many of a network' using errcode = 'check_violation', constraint = 'online_booking_hour_of_network',
      detail = ceil(extract(epoch from oldest - since))::text;
  end if;
  -- The generated column is not computed yet.
  select min(asked_at) into oldest from online_booking
    where email_key = lower(replace(split_part(split_part(new.email, '@', 1), '+', 1), '.', '') || '@' || split_part(new.email, '@', 2))
      and asked_at > since having count(*) >= 3;
  if oldest is not null then
    raise exception 'too many codes' using errcode = 'check_violation', constraint = 'online_booking_codes_of_email',
      detail = ceil(extract(epoch from oldest - since))::text;
  end if;
  select min(asked_at) into oldest from online_booking where asked_at > since having count(*) >= 60;
  if oldest is not null then
    raise exception 'too many of the hospital' using errcode = 'check_violation', constraint = 'online_booking_hour_of_hospital',
      detail = ceil(extract(epoch from oldest - since))::text;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.pause_after(failures integer, free integer, longest interval)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (failures >= free) THEN LEAST(longest, ('00:00:01'::interval * ((2)::double precision ^ (LEAST((failures - free), 20))::double precision))) ELSE NULL::interval END
;

CREATE OR REPLACE FUNCTION public.phone_backwards(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN reverse(regexp_replace(typed, '\D'::text, ''::text, 'g'::text))
;

CREATE OR REPLACE FUNCTION public.phone_key(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN "right"(regexp_replace(typed, '\D'::text, ''::text, 'g'::text), 9)
;

CREATE OR REPLACE FUNCTION public.place_allergy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from patient where id = any (record_ids(new.patient_id)) order by id for no key update;
  if new.is_none_known and exists (
    select from allergy where patient_id = any (record_ids(new.patient_id)) and not is_none_known
      and struck_at is null and replaced_at is null and id is distinct from new.replaces_id
  ) then
    raise exception 'an allergy is recorded'
      using errcode = 'check_violation', constraint = 'allergy_none_known_alone';
  end if;
  if new.replaces_id is not null then
    update allergy set replaced_at = clock_timestamp()
    where id = new.replaces_id and patient_id = new.patient_id and struck_at is null and replaced_at is null;
    if not found then
      raise exception 'it counts no longer'
        using errcode = 'check_violation', constraint = 'allergy_replaces_current';
    end if;
  end if;
  return new;
end $function$
;
revoke execute on function place_allergy() from public;

CREATE OR REPLACE FUNCTION public.place_appointment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  minute constant integer := extract(epoch from new.time)::int / 60;
  -- Patients who are at the hospital aren't turned away, and a reason was given on purpose.
  is_let constant boolean := new.status <> 'SCHEDULED' or new.overbooked_reason is not null;
  held practice_session;
begin
  new.minutes := null;
  new.seat := 1;
  new.session_id := null;
  if new.type = 'EMERGENCY' then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    perform from staff where id = new.doctor_id for share;
  end if;
  if not exists (select from practice_session where doctor_id = new.doctor_id and valid @> new.date) then
    if not exists (select from closure where retired_at is null and doctor_id = new.doctor_id and during @> new.date + new.time) then
      -- There is nothing that the reason would be for, unless the booking is kept although its session has ended.
      if tg_op = 'INSERT' then
        new.overbooked_reason := null;
      elsif old.session_id is null or (old.doctor_id, old.date, old.time) is distinct from (new.doctor_id, new.date, new.time) then
        new.overbooked_reason := null;
      end if;
    elsif not is_let then
      raise exception 'the doctor is away' using errcode = 'check_violation', constraint = 'appointment_while_doctor_is_in';
    end if;
    return new;
  end if;

  perform from queue_day where date = new.date for update;
  if exists (select from hospital
      where ((new.date + new.time) at time zone time_zone) at time zone time_zone <> new.date + new.time) then
    raise exception 'the clock passes over this time' using errcode = 'check_violation', constraint = 'appointment_at_a_time_that_is';
  end if;
  held := session_at(new.doctor_id, new.date, new.time);
  new.session_id := held.id;
  if held.kind = 'TOKENS' and not new.walk_in then
    new.time := time '00:00' + lower(held.minutes) * interval '1 minute';
  end if;

  if not is_let then
    if not new.walk_in and (held.id is null or held.kind = 'SLOTS' and (minute - lower(held.minutes)) % held.slot_minutes <> 0) then
      raise exception 'outside the hours' using errcode = 'check_violation', constraint = 'appointment_in_hours';
    end if;
    if is_away(new.doctor_id, held.clinic_id, tsrange(new.date + new.time,
        new.date + new.time + coalesce(held.slot_minutes, 1) * interval '1 minute')) then
      raise exception 'the doctor is away' using errcode = 'check_violation', constraint = 'appointment_while_doctor_is_in';
    end if;
    if new.walk_in and held.walk_ins <= (select count(*) from appointment
        where doctor_id = new.doctor_id and date = new.date and session_id = held.id and walk_in and id <> new.id and status <> 'CANCELLED') then
      raise exception 'no more walk-ins' using errcode = 'check_violation', constraint = 'appointment_walk_ins';
    end if;
  end if;

  new.seat := case when not new.walk_in and (held.kind = 'TOKENS' or (minute - lower(held.minutes)) % held.slot_minutes = 0)
    then free_seat(new, held) end;
  if new.seat is not null then
    new.minutes := held.slot_minutes;
    return new;
  end if;
  if not is_let and not new.walk_in then
    raise exception 'all places are taken' using errcode = 'check_violation', constraint = 'appointment_while_free';
  end if;
  new.seat := extra_seat(new);
  return new;
end $function$
;
revoke execute on function place_appointment() from public;

CREATE OR REPLACE FUNCTION public.place_bed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.unit_id is distinct from old.unit_id and new.ward = old.ward then
    new.ward := coalesce((select ward from unit where id = new.unit_id), new.ward);
  elsif new.unit_id is null or (tg_op = 'UPDATE' and new.unit_id = old.unit_id and new.ward <> old.ward) then
    new.unit_id := oldest_unit(new.ward);
  end if;
  if tg_op = 'UPDATE' and new.unit_id <> old.unit_id then
    new.first_unit_id := coalesce(old.first_unit_id, old.unit_id);
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.place_bookings_again()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  booked appointment;
  held practice_session;
  place smallint;
begin
  for booked in
    select * from appointment where doctor_id = new.doctor_id and status = 'SCHEDULED' and type <> 'EMERGENCY' and not walk_in
      and date >= hospital_today()
      and (session_id is null or session_id = new.id or seat > 1000 and (overbooked_reason is null
        or not exists (select from practice_session own where own.id = session_id and own.valid @> date)))
    order by date, time, queue_number for no key update
  loop
    held := session_at(booked.doctor_id, booked.date, booked.time);
    place := case when held.id is not null then free_seat(booked, held) end;
    if place is not null then
      update appointment set session_id = held.id, seat = place, minutes = held.slot_minutes where id = booked.id;
    else
      -- Its session stays with it, so that it is listed also if the doctor is booked as before by then.
      update appointment set seat = extra_seat(booked), minutes = null where id = booked.id
        and (session_id is not null or exists (
          select from practice_session where doctor_id = booked.doctor_id and valid @> booked.date));
    end if;
  end loop;
  return null;
end $function$
;
revoke execute on function place_bookings_again() from public;

CREATE OR REPLACE FUNCTION public.place_hold()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  one appointment;
  held practice_session;
begin
  insert into queue_day (date, last_number) values (new.date, 0) on conflict do nothing;
  perform take_turn_on(array[new.date]);
  perform from staff where id = new.doctor_id and is_doctor and active for share;
  if not found then
    raise exception 'this is no active doctor' using errcode = 'check_violation', constraint = 'hold_of_doctor';
  end if;
  held := session_at(new.doctor_id, new.date, new.time);
  if held.id is null or held.kind = 'SLOTS'
      and (extract(epoch from new.time)::int / 60 - lower(held.minutes)) % held.slot_minutes <> 0 then
    raise exception 'outside the hours' using errcode = 'check_violation', constraint = 'hold_in_hours';
  end if;
  if held.kind = 'TOKENS' then
    new.time := time '00:00' + lower(held.minutes) * interval '1 minute';
  end if;
  if exists (select from hospital
      where ((new.date + new.time) at time zone time_zone) at time zone time_zone <> new.date + new.time) then
    raise exception 'the clock passes over this time' using errcode = 'check_violation', constraint = 'hold_in_hours';
  end if;
  if is_away(new.doctor_id, held.clinic_id, tsrange(new.date + new.time,
      new.date + new.time + coalesce(held.slot_minutes, 1) * interval '1 minute')) then
    raise exception 'the doctor is away' using errcode = 'check_violation', constraint = 'hold_while_doctor_is_in';
  end if;
  -- A hold without an entry is of somebody who books from home.
  if new.entry_id is null and held.online_places <= booked_from_home(held, new.date) then
    raise exception 'no more places from home' using errcode = 'check_violation', constraint = 'hold_within_online_places';
  end if;
  one.id := new.id;
  one.doctor_id := new.doctor_id;
  one.date := new.date;
  one.time := new.time;
  new.seat := free_seat(one, held);
  if new.seat is null then
    raise exception 'all places are taken' using errcode = 'check_violation', constraint = 'hold_while_free';
  end if;
  new.minutes := held.slot_minutes;
  new.session_id := held.id;
  -- By the clock after the wait for others, and not by the start of the transaction. A place is held until its time at the
  -- longest, and a token until its session ends.
  new.until := least(new.until + (clock_timestamp() - new.created_at), (
    select case when held.kind = 'TOKENS' then new.date + upper(held.minutes) * interval '1 minute' else new.date + new.time end
      at time zone time_zone from hospital));
  new.created_at := clock_timestamp();
  if new.until <= new.created_at then
    raise exception 'the time has passed' using errcode = 'check_violation', constraint = 'hold_before_its_time';
  end if;
  return new;
end $function$
;
revoke execute on function place_hold() from public;

CREATE OR REPLACE FUNCTION public.place_in_shift()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' or new.shift_id <> old.shift_id then
    perform from shift where id = new.shift_id and retired_at is null for share;
    if not found then
      raise exception 'the shift is removed' using errcode = 'check_violation', constraint = 'staff_shift_in_current_shift';
    end if;
  end if;
  if new.unit_id is not null then
    select ward into new.ward from unit where id = new.unit_id and closed_at is null for key share;
    if not found then
      raise exception 'the unit is closed' using errcode = 'check_violation', constraint = 'staff_unit_is_open';
    end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.place_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.unit_id is not null and new.unit_id is distinct from old.unit_id then
    select ward into new.ward from unit where id = new.unit_id and closed_at is null for key share;
    if not found then
      raise exception 'the unit is closed' using errcode = 'check_violation', constraint = 'staff_unit_is_open';
    end if;
    return new;
  end if;
  if new.unit_id = old.unit_id and new.ward is distinct from old.ward then
    new.unit_id := null;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.place_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select unit_id into new.unit_id from bed where id = new.bed_id for no key update;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.raise_notification(which notification_kind, of_cause uuid, to_staff uuid[], of_role role_name DEFAULT NULL::role_name, with_score smallint DEFAULT NULL::smallint, at timestamp with time zone DEFAULT clock_timestamp())
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- An import raises no notifications for its rows.
  if current_setting('lantern.quiet', true) = 'on' then
    return;
  end if;
  insert into notification as known (staff_id, kind, cause, role, score, raised_at)
  select who, which, of_cause, of_role, with_score, at from unnest(to_staff) who where wants_notification(who, which)
  on conflict on constraint notification_once do update
    set kind = excluded.kind, raised_at = excluded.raised_at, read_at = null
    where known.kind <> excluded.kind or excluded.kind = 'MOVED';
end $function$
;
revoke execute on function raise_notification(notification_kind,uuid,uuid[],role_name,smallint,timestamp with time zone) from public;

CREATE OR REPLACE FUNCTION public.raise_standing_news2(who uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  alert news2_alert;
  responds boolean;
  is_on_ward boolean;
begin
  select exists (select from staff_who('{doctor}', 'clinical.respond') where id = who), is_on_wards(staff)
      and (ward is not null or exists (select from staff_shift where staff_id = who))
  into responds, is_on_ward
  from staff where id = who and active;
  if responds is not true and is_on_ward is not true then
    return;
  end if;
  for alert in
    select * from news2_alert where acknowledged_at is null and raised_at > now() - interval '30 days'
      and (responds or record_of(patient_id) in (
        select active_patient_id from bed
        join stay on stay.open_bed_id = bed.id
        join admission on admission.id = stay.open_admission_id
        join staff on staff.id = who
        where is_on_ward and works_on(staff, bed.unit_id)))
    order by id
  loop
    continue when not news2_alert_stands(alert)
      or not pg_try_advisory_xact_lock(hashtextextended('news2 ' || record_of(alert.patient_id), 0));
    select * into alert from news2_alert where id = alert.id;
    if alert.acknowledged_at is null and news2_alert_stands(alert)
        and (alert.doctors_told_at is not null and responds or who = any (told_of_news2(alert))) then
      perform raise_notification('HIGH_NEWS2', alert.id, array[who], with_score => alert.score,
        at => coalesce(alert.doctors_told_at, alert.raised_at));
    end if;
  end loop;
end $function$
;
revoke execute on function raise_standing_news2(uuid) from public;

CREATE OR REPLACE FUNCTION public.raise_standing_notifications(who uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform raise_notification(stock_news(kind), id, array[who], at => raised_at)
  from (
    select * from stock_alert
    where cleared_at is null and raised_at > now() - interval '30 days'
      and exists (select from staff_who('{admin,pharmacist,inventory_manager}', 'inventory.change') where id = who and active)
    order by id for share skip locked
  ) alert;
  perform raise_notification('WAITING', id, array[who])
  from (
    select * from appointment waiting
    where status = 'IN_QUEUE' and exists (select from notification where cause = waiting.id and kind = 'WAITING')
      and who = any (told_of_wait(waiting))
    order by id for share skip locked
  ) waiting;
  perform raise_notification('DEMO_REQUEST', id, array[who], at => requested_at)
  from (
    select * from demo_request
    where handled_at is null and requested_at > now() - interval '30 days'
      and exists (select from staff_who('{admin}', 'demoRequest.manage') where id = who and active)
    order by requested_at, id for share skip locked
  ) request;
  perform raise_notification('ONLINE_BOOKING', id, array[who], at => confirmed_at)
  from (
    select booking.* from online_booking booking join slot_hold hold on hold.id = booking.id
    where booking.confirmed_at is not null and booking.answer is null and is_held(hold)
      and who = any (told_of_online_booking(booking))
    order by booking.id for share of booking skip locked
  ) booking;
  -- Maybe no auditor was there to be told at once.
  perform raise_notification('RECORD_OPENED', id, array[who], at => opened_at)
  from (
    select id, opened_at from record_access
    where opened_at > now() - interval '30 days' and staff_id <> who
      and exists (select from staff_who('{admin}', 'audit.view') where id = who and active)
    order by opened_at, id
  ) opened;
  perform raise_notification('HOSPITAL_EXPORTED', id, array[who], at => begun_at)
  from (
    select id, begun_at from hospital_export
    where begun_at > now() - interval '30 days' and staff_id <> who
      and exists (select from staff_who('{admin}', 'hospital.export') where id = who and active)
    order by begun_at, id
  ) exported;
  perform raise_standing_news2(who);
end $function$
;
revoke execute on function raise_standing_notifications(uuid) from public;

CREATE OR REPLACE FUNCTION public.record_ids(of_patient uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ARRAY(SELECT patient.id FROM patient WHERE (patient.id = record_of(record_ids.of_patient)) UNION ALL SELECT patient.id FROM patient WHERE (patient.merged_into = record_of(record_ids.of_patient)))
;

CREATE OR REPLACE FUNCTION public.record_of(of_patient uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT COALESCE(patient.merged_into, patient.id) AS "coalesce" FROM patient WHERE (patient.id = record_of.of_patient))
;

CREATE OR REPLACE FUNCTION public.refresh_news2_alerts(of_patient uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  alert news2_alert;
  their_unit uuid;
begin
  perform lock_news2_of(of_patient);
  their_unit := unit_of(record_of(of_patient));
  for alert in select * from news2_alert where patient_id = any (record_ids(of_patient)) order by id loop
    if alert.acknowledged_at is null and news2_alert_stands(alert) then
      perform raise_notification('HIGH_NEWS2', alert.id, told_of_news2(alert), with_score => alert.score);
      -- The nurses who have the ward that the patient has left, and never the one where they are now.
      delete from notification where cause = alert.id and staff_id in (
        select id from staff_who('{nurse}', 'clinical.observe') nurse
        where not is_doctor and not works_on(nurse, their_unit));
    else
      delete from notification where cause = alert.id;
    end if;
  end loop;
end $function$
;
revoke execute on function refresh_news2_alerts(uuid) from public;

CREATE OR REPLACE FUNCTION public.refresh_stock_alerts(of_item uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
BEGIN ATOMIC
 WITH due AS (
          SELECT inventory_item.id AS item_id,
             NULL::uuid AS batch_id,
             (
                 CASE
                     WHEN (inventory_item.quantity = (0)::numeric) THEN 'OUT'::text
                     ELSE 'LOW'::text
                 END)::stock_alert_kind AS kind
            FROM inventory_item
           WHERE ((inventory_item.id = refresh_stock_alerts.of_item) AND (inventory_item.retired_at IS NULL) AND inventory_item.is_low)
         UNION ALL
          SELECT batch.item_id,
             batch.id,
             (
                 CASE
                     WHEN (batch.expiry < hospital_today()) THEN 'EXPIRED'::text
                     ELSE 'EXPIRING'::text
                 END)::stock_alert_kind AS stock_alert_kind
            FROM batch
           WHERE ((batch.item_id = refresh_stock_alerts.of_item) AND (batch.quantity > (0)::numeric) AND (batch.expiry <= (hospital_today() + 90)))
         ), cleared AS (
          UPDATE stock_alert alert SET cleared_at = now()
           WHERE ((alert.item_id = refresh_stock_alerts.of_item) AND (alert.cleared_at IS NULL) AND (NOT (EXISTS ( SELECT
                    FROM due
                   WHERE ((due.kind = alert.kind) AND (NOT (due.batch_id IS DISTINCT FROM alert.batch_id)))))))
         )
  INSERT INTO stock_alert (item_id, batch_id, kind, raised_at)  SELECT due.item_id,
             due.batch_id,
             due.kind,
             COALESCE(batch_alert_since(due.batch_id, due.kind), now()) AS "coalesce"
            FROM due
           WHERE (NOT (EXISTS ( SELECT
                    FROM stock_alert alert
                   WHERE ((alert.item_id = due.item_id) AND (alert.kind = due.kind) AND (NOT (alert.batch_id IS DISTINCT FROM due.batch_id)) AND (alert.cleared_at IS NULL))))) ON CONFLICT(item_id, kind, (COALESCE(batch_id, item_id)))
   WHERE (cleared_at IS NULL) DO NOTHING;
END
;
revoke execute on function refresh_stock_alerts(uuid) from public;

CREATE OR REPLACE FUNCTION public.refresh_waits(at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  over appointment;
  since timestamptz := at - make_interval(mins => (select waiting_limit_minutes from hospital));
begin
  delete from notification where kind = 'WAITING' and cause in (
    select id from appointment
    where status = 'IN_QUEUE' and (since is null or coalesce(returned_at, queued_at) > since));
  for over in
    select * from appointment waiting where status = 'IN_QUEUE' and coalesce(returned_at, queued_at) <= since
      and not exists (select from notification where cause = waiting.id and kind = 'WAITING')
    order by queued_at for share skip locked
  loop
    perform raise_notification('WAITING', over.id, told_of_wait(over));
  end loop;
end $function$
;
revoke execute on function refresh_waits(timestamp with time zone) from public;

CREATE OR REPLACE FUNCTION public.refuse_used_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the link was used' using errcode = 'check_violation', constraint = 'account_link_once';
end $function$
;

CREATE OR REPLACE FUNCTION public.rename_department()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from clinic where department_id = new.id order by id for no key update;
  update clinic set version = version + 1, updated_at = now() where department_id = new.id;
  perform from unit where department_id = new.id order by id for no key update;
  update unit set version = version + 1, updated_at = now() where department_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.require_active_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from staff where id = new.staff_id and active for share;
  if not found then
    raise exception 'the account was deactivated'
      using errcode = 'check_violation', constraint = 'session_of_active_account';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.require_active_doctor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.doctor_id is null or (tg_op = 'UPDATE' and new.doctor_id = old.doctor_id) then
    return new;
  end if;
  perform from staff where id = new.doctor_id and is_doctor and active for share;
  if not found then
    raise exception 'this is no active doctor' using errcode = 'foreign_key_violation', constraint = tg_name;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.require_linked_patient()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.other_patient_id = old.other_patient_id then
    return new;
  end if;
  perform from patient where id = new.other_patient_id and retired_at is null and deceased_at is null for key share;
  if not found then
    raise exception 'the linked patient is not registered or has died'
      using errcode = 'foreign_key_violation', constraint = 'contact_is_patient';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.require_open_clinic()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from clinic where id = new.clinic_id and retired_at is null for share;
  if not found then
    raise exception 'the clinic is closed' using errcode = 'foreign_key_violation', constraint = tg_name;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.require_open_identifier_system()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select is_exclusive into new.is_exclusive from identifier_system
    where id = new.system_id and retired_at is null for share;
  if not found then
    raise exception 'the identifier system is retired'
      using errcode = 'foreign_key_violation', constraint = 'patient_identifier_of_open_system';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.require_open_payer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.payer_id = old.payer_id then
    return new;
  end if;
  perform from payer where id = new.payer_id and retired_at is null for share;
  if not found then
    raise exception 'the payer is retired' using errcode = 'foreign_key_violation', constraint = 'coverage_of_payer';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.require_patient_on_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  removed_at timestamptz;
begin
  select retired_at into removed_at from patient where id = new.patient_id for key share;
  if removed_at is not null then
    raise exception 'the record was removed' using errcode = 'check_violation', constraint = tg_argv[0];
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.require_roles()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  known integer;
begin
  if new.own_offered_roles <> '{}' then
    select count(*) into known from (
      select from role where name = any (new.own_offered_roles) and retired_at is null for share
    ) role;
    if known < cardinality(new.own_offered_roles) then
      raise exception 'a role is unknown or retired' using errcode = 'check_violation', constraint = 'offered_roles_known';
    end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.searchable(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT CASE WHEN (octet_length(whole.folded) <= 1700) THEN whole.folded ELSE "left"(whole.folded, 425) END AS "left" FROM (SELECT fold(searchable.text) AS folded) whole)
;

CREATE OR REPLACE FUNCTION public.second_step_due(of_staff uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(second_step_since, created_at) + make_interval(hours => 24 * second_step_days)
  from hospital, staff
  where staff.id = of_staff
    and (second_step_of = 'everyone' or second_step_of = 'admins' and 'admin' = any (offered_roles))
$function$
;

CREATE OR REPLACE FUNCTION public.session_at(doctor uuid, day date, at time without time zone)
 RETURNS practice_session
 LANGUAGE sql
 STABLE
AS $function$
  select session from practice_session session
  where doctor_id = doctor and takes_place_on(session, day) and minutes @> extract(epoch from at)::int / 60
$function$
;

CREATE OR REPLACE FUNCTION public.settle_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.role is not null and new.own_role is not null then
    if new.role is distinct from old.role then
      new.own_role := null;
    else
      new.role := null;
    end if;
  end if;
  new.is_doctor := (new.role = 'doctor') is true or exists (select from role where name = new.own_role and are_doctors);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.short_parts(text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT array_agg(DISTINCT substr(short_parts.text, place.place, size.size)) AS array_agg FROM generate_series(1, length(short_parts.text)) place(place), generate_series(1, 2) size(size))
;

CREATE OR REPLACE FUNCTION public.show_merged()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  survivor constant uuid := coalesce(new.merged_into, old.merged_into);
  noun text;
begin
  update patient set allergens = listed.allergens, allergies = allergy_sentence(listed.allergens)
  from (select id as of_id, allergens_of(id) as allergens from unnest(record_ids(new.id) || record_ids(old.merged_into)) id) listed
  where id = listed.of_id and patient.allergens is distinct from listed.allergens;
  update patient set has_merged = not has_merged
  where id = any (array[old.merged_into, new.merged_into])
    and has_merged <> exists (select from patient merged where merged.merged_into = patient.id);
  foreach noun in array array['allergy', 'medication', 'problem', 'visit-note', 'vital-signs', 'news2-alert', 'stock-movement',
      'patient-identifier', 'contact', 'coverage', 'merge'] loop
    perform pg_notify('lantern', concat(noun, ':', new.id, ':patient=', survivor, ',', new.id));
  end loop;
  perform pg_notify('lantern', concat('appointment:', id, ':patient=', survivor, ';day=', date)) from appointment where patient_id = new.id;
  perform pg_notify('lantern', concat('admission:', id, ':patient=', survivor)) from admission where patient_id = new.id;
  perform pg_notify('lantern', concat('patient:', survivor, ':identity'));
  return null;
end $function$
;
revoke execute on function show_merged() from public;

CREATE OR REPLACE FUNCTION public.sort_key(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN "left"(fold(text), 100)
;

CREATE OR REPLACE FUNCTION public.staff_who(work_as role_name[], permission text)
 RETURNS SETOF staff
 LANGUAGE sql
 STABLE
AS $function$
  select * from staff where role = any (work_as) or own_role in (select own_roles_with(permission))
$function$
;

CREATE OR REPLACE FUNCTION public.stock_news(of_alert stock_alert_kind)
 RETURNS notification_kind
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when of_alert in ('LOW', 'OUT') then 'LOW_STOCK'::notification_kind else 'EXPIRY' end
$function$
;

CREATE OR REPLACE FUNCTION public.strike_clinical_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.struck_at is not null then
    raise exception 'it is struck through already'
      using errcode = 'check_violation', constraint = 'clinical_entry_struck_once';
  end if;
  new.struck_at := clock_timestamp();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_name_of_unused_department()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  unused uuid := (
    select id from department where fold(name) = fold(new.name) and id <> new.id
      and not exists (select from clinic where department_id = department.id and retired_at is null)
      and not exists (select from unit where department_id = department.id and closed_at is null)
    for update);
begin
  if unused is not null then
    update clinic set department_id = new.id where department_id = unused;
    update unit set department_id = new.id where department_id = unused;
    delete from department where id = unused;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_over_draft()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  note record;
begin
  select recorded_by, signed_at into note from visit_note where id = new.visit_note_id for update;
  if note.signed_at is not null then
    raise exception 'it is signed'
      using errcode = 'check_violation', constraint = 'visit_note_signed';
  end if;
  perform from staff where id = new.taken_from and id = note.recorded_by and not active for share;
  if not found then
    raise exception 'its author can still sign in'
      using errcode = 'check_violation', constraint = 'visit_note_taken_from_absent_author';
  end if;
  update visit_note set recorded_by = new.taken_by, version = version + 1, updated_at = now()
  where id = new.visit_note_id;
  return new;
end $function$
;
revoke execute on function take_over_draft() from public;

CREATE OR REPLACE FUNCTION public.take_turn_on(days date[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from queue_day where date = any (days) order by date for update;
end $function$
;
revoke execute on function take_turn_on(date[]) from public;

CREATE OR REPLACE FUNCTION public.takes_place_on(one practice_session, day date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((one).valid @> day) AND ((one).weekday = (EXTRACT(isodow FROM day))::integer) AND ((one).weeks @> nth_of_month(day)))
;

CREATE OR REPLACE FUNCTION public.tell_admission()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('admission:', new.id, ':patient=', record_of(new.patient_id)));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_admission_of_acuity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', 'admission:' || new.admission_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_alerted_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('lantern.quiet', true) = 'on' then
    return null;
  end if;
  perform pg_notify('lantern', 'inventory-item:' || new.item_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_appointment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('lantern.quiet', true) = 'on' then
    return null;
  end if;
  perform pg_notify('lantern', concat('appointment:', new.id, ':patient=', record_of(new.patient_id), ';day=', new.date,
    case when old.date <> new.date then ',' || old.date end,
    ';doctor=', new.doctor_id, case when old.doctor_id <> new.doctor_id then ',' || old.doctor_id end,
    case when new.status in ('IN_QUEUE', 'IN_PROGRESS') or old.status in ('IN_QUEUE', 'IN_PROGRESS')
      or new.left_queue_on is not null or old.left_queue_on is not null then ';queue' end));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_bed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('lantern.quiet', true) = 'on' then
    return null;
  end if;
  perform pg_notify('lantern', concat('bed:', coalesce(new.id, old.id), ':unit=', concat_ws(',', old.unit_id, new.unit_id),
    case when tg_op = 'UPDATE' and (old.bed_number, old.ward, old.unit_id) is distinct from
      (new.bed_number, new.ward, new.unit_id) then ';renamed' end));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_bed_of_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('bed:', new.bed_id, ':unit=', (select unit_id from bed where id = new.bed_id)));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_calendar_feed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('calendar-feed:', new.id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- An import tells of its rows together.
  if current_setting('lantern.quiet', true) = 'on' then
    return null;
  end if;
  perform pg_notify('lantern', tg_argv[0] || ':' || coalesce(new.id, old.id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_clinic()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', 'clinic:' || new.id);
  if tg_op = 'INSERT' or old.retired_at is distinct from new.retired_at then
    perform pg_notify('lantern', 'hospital:');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_clinical_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('lantern.quiet', true) = 'on' then
    return null;
  end if;
  perform pg_notify('lantern', concat(tg_argv[0], ':', new.id, ':patient=', record_of(new.patient_id)));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_closure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('closure:', new.id, case when new.doctor_id is not null then ':doctor=' || new.doctor_id end));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_department()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', 'department:' || new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_display()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('display:', new.id, case when new.withdrawn_at is not null then ':withdrawn' end));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_duplicate_pairs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', 'duplicate-pair:');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('slot-hold:', new.id, ':day=', new.date));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_hospital()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', 'hospital:');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_hospital_exported()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform raise_notification('HOSPITAL_EXPORTED', new.id,
    array(select id from staff_who('{admin}', 'hospital.export') where active and id <> new.staff_id order by id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_identifier()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('lantern.quiet', true) = 'on' then
    return null;
  end if;
  perform pg_notify('lantern', concat('patient-identifier:', new.id, ':patient=', record_of(new.patient_id)));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_identifier_system()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', 'identifier-system:' || new.id);
  if tg_op = 'INSERT' or old.retired_at is distinct from new.retired_at then
    perform pg_notify('lantern', 'hospital:');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_import()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('import:', new.id, case
    when tg_op = 'INSERT' or old.state <> new.state then ':moved' end));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_news2_again(at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  alert news2_alert;
  each_time constant interval := interval '15 minutes';
begin
  for alert in
    select * from news2_alert where acknowledged_at is null and raised_at > at - interval '30 days' order by id
  loop
    continue when not news2_alert_stands(alert)
      or not pg_try_advisory_xact_lock(hashtextextended('news2 ' || record_of(alert.patient_id), 0));
    -- Read it again now that no one else can change it.
    select * into alert from news2_alert where id = alert.id;
    continue when alert.acknowledged_at is not null or not news2_alert_stands(alert);
    insert into notification (staff_id, kind, cause, score, raised_at)
    select who, 'HIGH_NEWS2', alert.id, alert.score, alert.raised_at from unnest(nurses_told_of_news2(
      record_of(alert.patient_id), (select recorded_by from vital_signs where id = alert.id), at)) who
    on conflict on constraint notification_once do nothing;
    continue when alert.raised_at > at - each_time;
    if alert.doctors_told_at > at - each_time then
      insert into notification (staff_id, kind, cause, score, raised_at)
      select who, 'HIGH_NEWS2', alert.id, alert.score, alert.doctors_told_at from unnest(doctors_signed_in(at)) who
      on conflict on constraint notification_once do nothing;
    else
      update news2_alert set doctors_told_at = at where id = alert.id;
      insert into notification as known (staff_id, kind, cause, score, raised_at)
      select who, 'HIGH_NEWS2', alert.id, alert.score, at from unnest(doctors_signed_in(at)) who
      on conflict on constraint notification_once do update set raised_at = excluded.raised_at, read_at = null;
    end if;
  end loop;
end $function$
;
revoke execute on function tell_news2_again(timestamp with time zone) from public;

CREATE OR REPLACE FUNCTION public.tell_notification()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('notification:', coalesce(new.id, old.id), ':of=', coalesce(new.staff_id, old.staff_id)));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_nurse_of_standing_news2()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from staff where id = new.staff_id and is_on_wards(staff)) then
    perform raise_standing_news2(new.staff_id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_online_booking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('online-booking:', new.id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_patient()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- An import tells of its rows together.
  if current_setting('lantern.quiet', true) = 'on' then
    return null;
  end if;
  -- First, so that no server sends the record to all before it knows that it is restricted.
  if tg_op = 'UPDATE' and ((old.restricted_since is null) <> (new.restricted_since is null)
      or old.merged_into is distinct from new.merged_into) then
    perform pg_notify('lantern', concat('restriction:', new.id));
  end if;
  perform pg_notify('lantern', concat('patient:', new.id, case
    when tg_op = 'INSERT' then ':new'
    when (old.mrn_number, old.first_name, old.last_name, old.date_of_birth, old.birth_precision, old.gender, old.contact_number,
        old.allergies, old.allergens, old.deceased_at, old.retired_at, old.restricted_since)
      is distinct from (new.mrn_number, new.first_name, new.last_name, new.date_of_birth, new.birth_precision, new.gender,
        new.contact_number, new.allergies, new.allergens, new.deceased_at, new.retired_at, new.restricted_since) then ':identity' end));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_payer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', 'payer:' || new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_record_opened()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform raise_notification('RECORD_OPENED', new.id,
    array(select id from staff_who('{admin}', 'audit.view') where active and id <> new.staff_id order by id));
  perform pg_notify('lantern', concat('record-access:', new.patient_id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_record_readers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('record-access:', coalesce(new.patient_id, old.patient_id)));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('practice_session:', new.id, ':doctor=', new.doctor_id));
  -- Screens know with the hospital's settings whether doctors keep hours.
  perform pg_notify('lantern', 'hospital:');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_shift()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', 'shift:' || new.id);
  perform pg_notify('lantern', 'hospital:');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('staff:', new.id, ':',
    case when tg_op = 'INSERT' or (old.first_name, old.last_name, old.name, old.email)
      is distinct from (new.first_name, new.last_name, new.name, new.email) then 'named;' end,
    case when tg_op = 'INSERT' or (old.role, old.own_role, old.active) is distinct from (new.role, new.own_role, new.active) then 'chosen;' end,
    case when tg_op = 'UPDATE' and (old.room, old.specialty, old.clinic_id) is distinct from (new.room, new.specialty, new.clinic_id) then 'room' end));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_staff_of_shift()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('staff:', coalesce(new.staff_id, old.staff_id), ':'));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_unit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('unit:', new.id, case when new.name <> old.name then ':named' end));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_wait_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('wait-entry:', new.id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_waits_of_appointment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lantern', concat('wait-entry:', id)) from wait_entry where appointment_id = new.id and state = 'WAITING';
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.told_allergies(typed text)
 RETURNS TABLE(words text, is_none_known boolean, place bigint)
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT trimmed.said,
     (trimmed.said ~* '^(none|none known|nil|nil known|nkda|nka|no( known)?( drug)? allerg(y|ies)( known)?)\.?$'::text),
     told.place
    FROM regexp_split_to_table(told_allergies.typed, '[;\r\n](?![^(]*\))'::text) WITH ORDINALITY told(part, place),
     LATERAL ( SELECT regexp_replace(told.part, '^\s+|\s+$'::text, ''::text, 'g'::text) AS said) trimmed
   WHERE (trimmed.said <> ''::text);
END
;

CREATE OR REPLACE FUNCTION public.told_of_news2(alert news2_alert)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  attending uuid;
  recorder uuid := (select recorded_by from vital_signs where id = alert.id);
  signed_in uuid[] := doctors_signed_in(clock_timestamp());
  patient_now constant uuid := record_of(alert.patient_id);
  nurses uuid[] := coalesce(nurses_told_of_news2(patient_now, recorder, clock_timestamp()), '{}');
begin
  select doctor_id into attending from (
    select doctor_id, 1 as place from admission where active_patient_id = patient_now and doctor_id is not null
    union all
    select case status when 'IN_PROGRESS' then coalesce(status_by, doctor_id) else doctor_id end,
      case status when 'IN_PROGRESS' then 2 else 3 end
    from appointment where open_patient_id = patient_now and status in ('IN_QUEUE', 'IN_PROGRESS')
    order by place limit 1
  ) responsible;
  if attending = recorder then
    return nurses;
  end if;
  if attending is not null and attending = any (signed_in) and wants_notification(attending, 'HIGH_NEWS2') then
    return array[attending] || nurses;
  end if;
  return array_remove(array_remove(signed_in, recorder) || attending, null) || nurses;
end $function$
;

CREATE OR REPLACE FUNCTION public.told_of_online_booking(booking online_booking)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  select array_agg(id order by id) from staff where active and (role in ('admin', 'receptionist')
    or own_role in (select own_roles_with('appointment.book'))
    or role = 'doctor' and id = (select doctor_id from slot_hold where slot_hold.id = booking.id))
$function$
;

CREATE OR REPLACE FUNCTION public.told_of_wait(waiting appointment)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  select array_agg(id) from staff where active and (id = waiting.doctor_id or role in ('admin', 'receptionist')
   or own_role in (select own_roles_with('appointment.queue')))
$function$
;

CREATE OR REPLACE FUNCTION public.treats(who uuid, of_patient uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((EXISTS (SELECT FROM admission WHERE ((admission.active_patient_id = treats.of_patient) AND (admission.doctor_id = treats.who) AND (admission.admitted_by IS DISTINCT FROM treats.who)))) OR (EXISTS (SELECT FROM appointment WHERE ((appointment.patient_id = ANY (record_ids(treats.of_patient))) AND CASE appointment.status WHEN 'IN_QUEUE'::appointment_status THEN (appointment.doctor_id = treats.who) WHEN 'IN_PROGRESS'::appointment_status THEN (appointment.doctor_id = treats.who) WHEN 'COMPLETED'::appointment_status THEN ((appointment.doctor_id = treats.who) AND (appointment.started_by = treats.who) AND (appointment.completed_at > (hospital_now() - '04:00:00'::interval))) ELSE NULL::boolean END))))
;

CREATE OR REPLACE FUNCTION public.unit_of(of_patient uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select bed.unit_id from admission
  join stay on stay.open_admission_id = admission.id
  join bed on bed.id = stay.bed_id
  where admission.active_patient_id = of_patient
$function$
;

CREATE OR REPLACE FUNCTION public.unlisted_allergies(whom uuid, typed text)
 RETURNS TABLE(words text, is_none_known boolean, place bigint, replaces_id uuid)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT told.words,
     told.is_none_known,
     told.place,
     ( SELECT allergy.id
            FROM allergy
           WHERE ((allergy.patient_id = unlisted_allergies.whom) AND allergy_counts(allergy.*) AND (allergy.certainty = 'REPORTED'::allergy_certainty) AND (NOT allergy.is_none_known) AND (NOT told.is_none_known) AND starts_with(fold(told.words), fold(allergy.substance)) AND (substr(fold(told.words), (length(fold(allergy.substance)) + 1)) ~ '^\s*[,(:]'::text))
           ORDER BY (length(allergy.substance)) DESC
          LIMIT 1) AS id
    FROM told_allergies(unlisted_allergies.typed) told(words, is_none_known, place)
   WHERE ((fold(unlisted_allergies.typed) IS DISTINCT FROM ( SELECT fold(patient.allergies) AS fold
            FROM patient
           WHERE (patient.id = unlisted_allergies.whom))) AND (NOT (EXISTS ( SELECT
            FROM allergy
           WHERE ((allergy.patient_id = ANY (record_ids(unlisted_allergies.whom))) AND allergy_counts(allergy.*) AND ((allergy.is_none_known AND told.is_none_known) OR ((fold(told.words) = fold(allergy.substance)) OR (fold(told.words) = fold(allergy_said(allergy.substance, (allergy.severity)::text, allergy.reaction))))))))));
END
;

CREATE OR REPLACE FUNCTION public.visit_at(status appointment_status, queued_at timestamp with time zone, started_at timestamp with time zone, status_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
RETURN CASE status WHEN 'SCHEDULED'::appointment_status THEN NULL::timestamp with time zone WHEN 'IN_QUEUE'::appointment_status THEN queued_at WHEN 'CANCELLED'::appointment_status THEN status_at ELSE started_at END
;

CREATE OR REPLACE FUNCTION public.wants_notification(who uuid, which notification_kind)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select which::text in ('RECORD_OPENED', 'HOSPITAL_EXPORTED') or not exists (select from notification_choice where staff_id = who and which = any (off))
$function$
;

CREATE OR REPLACE FUNCTION public.wards_at(one staff, moment timestamp with time zone)
 RETURNS TABLE(shift_id uuid, ward ward, unit_id uuid, begun interval)
 LANGUAGE sql
 STABLE
AS $function$
  with now_on as (
    select shift.id, clock.at - shift.starts_at + case when clock.at < shift.starts_at then interval '24 hours' else '0' end as begun
    from shift
    cross join (select (moment at time zone time_zone)::time as at from hospital) clock
    where shift.retired_at is null and is_on(shift, clock.at)
  ), chosen as (
    select staff_shift.shift_id, staff_shift.ward, staff_shift.unit_id, begun
    from staff_shift join now_on on now_on.id = staff_shift.shift_id
    where staff_id = one.id
  )
  select * from chosen
  union all
  select null, one.ward, one.unit_id, null
  where not exists (select from chosen) or exists (select id from now_on except select shift_id from chosen)
  order by begun, shift_id
$function$
;

CREATE OR REPLACE FUNCTION public.wards_change_after(one staff, moment timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select min((local::date + turn + case when turn > local::time then interval '0' else '1 day' end) at time zone time_zone)
  from hospital
  cross join lateral (select moment at time zone time_zone as local) clock
  cross join (select unnest(array[starts_at, ends_at]) as turn from shift where retired_at is null) shifts
  where exists (select from staff_shift where staff_id = one.id)
$function$
;

CREATE OR REPLACE FUNCTION public.words_of_name(first_key text, last_key text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN unnest(string_to_array(name_words(((first_key || ' '::text) || last_key)), ' '::text))
;

CREATE OR REPLACE FUNCTION public.works_on(one staff, of_unit uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select has_unit(one.ward, one.unit_id, of_unit) or exists (
    select from staff_shift where staff_id = one.id
      and (of_unit is not null and staff_shift.ward is null or has_unit(staff_shift.ward, staff_shift.unit_id, of_unit)))
$function$
;

CREATE OR REPLACE FUNCTION public.works_on_at(one staff, of_unit uuid, moment timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from wards_at(one, moment) place
    where of_unit is not null and place.shift_id is not null and place.ward is null
      or has_unit(place.ward, place.unit_id, of_unit))
$function$
;

CREATE OR REPLACE FUNCTION public.worth_moved(kind movement_kind, moved numeric, paid numeric, there numeric, worth numeric, unit_worth numeric, outside numeric, outside_worth numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (kind = 'RECEIVE'::movement_kind) THEN round((moved * paid), 2) WHEN ((kind = 'RETURN'::movement_kind) AND (outside > (0)::numeric)) THEN round(((outside_worth * moved) / outside), 2) WHEN ((there + moved) = (0)::numeric) THEN (- worth) WHEN (moved > (0)::numeric) THEN round((moved * CASE WHEN (there > (0)::numeric) THEN (worth / there) ELSE unit_worth END), 2) ELSE (- LEAST(worth, CASE WHEN (there > (0)::numeric) THEN round(((worth * (- moved)) / there), 2) ELSE worth END)) END
;

CREATE OR REPLACE FUNCTION public.worth_of_ledger()
 RETURNS TABLE(id bigint, worth numeric)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
declare
  booked record;
  of_batch uuid;
  there numeric;
  left_worth numeric;
  unit_worth numeric;
  outside numeric;
  outside_worth numeric;
begin
  for booked in
    select movement.id, batch_id, kind, movement.quantity, batch.cost, coalesce(unit_cost, batch.cost) as paid
    from stock_movement movement join batch on batch.id = batch_id order by batch_id, movement.id
  loop
    if of_batch is distinct from booked.batch_id then
      of_batch := booked.batch_id;
      there := 0; left_worth := 0; unit_worth := booked.cost; outside := 0; outside_worth := 0;
    end if;
    id := booked.id;
    worth := worth_moved(booked.kind, booked.quantity, booked.paid, there, left_worth, unit_worth, outside, outside_worth);
    there := there + booked.quantity;
    left_worth := left_worth + worth;
    if booked.quantity > 0 and there > 0 then unit_worth := left_worth / there; end if;
    if booked.kind in ('ISSUE', 'RETURN') then
      outside := outside - booked.quantity;
      outside_worth := outside_worth - worth;
    end if;
    return next;
  end loop;
end $function$
;
revoke execute on function worth_of_ledger() from public;

create table account (
  id uuid not null default gen_random_uuid(),
  staff_id uuid not null,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  named_roles role_name[] not null default '{}'::role_name[],
  own_named_roles text[] not null default '{}'::text[],
  constraint account_pkey PRIMARY KEY (id),
  constraint account_of_provider_once UNIQUE (provider_id, account_id),
  constraint account_once_a_provider UNIQUE (staff_id, provider_id),
  constraint account_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);
CREATE INDEX account_of_staff ON public.account USING btree (staff_id);

create table account_link (
  id uuid not null default gen_random_uuid(),
  kind mail_kind not null,
  staff_id uuid not null,
  token_hash text not null,
  email text not null,
  made_by uuid,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint account_link_pkey PRIMARY KEY (id),
  constraint account_link_token_once UNIQUE (token_hash),
  constraint account_link_made_by_fkey FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint account_link_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE,
  constraint account_link_used_in_time CHECK (used_at < expires_at)
);
CREATE INDEX account_link_age ON public.account_link USING btree (expires_at);
CREATE INDEX account_link_made_by ON public.account_link USING btree (made_by) WHERE (made_by IS NOT NULL);
CREATE INDEX account_link_of_staff ON public.account_link USING btree (staff_id);
CREATE TRIGGER account_link_once BEFORE UPDATE OF used_at ON account_link FOR EACH ROW WHEN (old.used_at IS NOT NULL) EXECUTE FUNCTION refuse_used_link();

create table acuity_entry (
  id bigint not null generated always as identity,
  admission_id uuid not null,
  acuity acuity not null,
  note text,
  by_staff_id uuid not null,
  at timestamp with time zone not null default now(),
  constraint acuity_entry_pkey PRIMARY KEY (id),
  constraint acuity_entry_admission_id_fkey FOREIGN KEY (admission_id) REFERENCES admission(id),
  constraint acuity_entry_by_staff_id_fkey FOREIGN KEY (by_staff_id) REFERENCES staff(id),
  constraint acuity_entry_note_is_lines CHECK (note !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text)
);
CREATE INDEX acuity_entry_latest ON public.acuity_entry USING btree (admission_id, id DESC);
CREATE TRIGGER acuity_live AFTER INSERT ON acuity_entry FOR EACH ROW EXECUTE FUNCTION tell_admission_of_acuity();

create table admission (
  id uuid not null default gen_random_uuid(),
  patient_id uuid not null,
  doctor_id uuid,
  diagnosis text,
  admitted_at timestamp with time zone not null,
  admitted_by uuid,
  expected_discharge date,
  discharged_at timestamp with time zone,
  discharged_by uuid,
  destination destination,
  summary text,
  notes text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  status text not null generated always as (
CASE
    WHEN (discharged_at IS NULL) THEN 'active'::text
    WHEN (destination = 'OTHER_HOSPITAL'::destination) THEN 'transferred'::text
    ELSE 'discharged'::text
END) stored,
  active_id uuid generated always as (
CASE
    WHEN (discharged_at IS NULL) THEN id
    ELSE NULL::uuid
END) stored,
  active_patient_id uuid generated always as (
CASE
    WHEN (discharged_at IS NULL) THEN patient_id
    ELSE NULL::uuid
END) stored,
  overlapped_before_rule boolean not null default false,
  discharge_entered_at timestamp with time zone,
  death_taken_back_at timestamp with time zone,
  death_taken_back_by uuid,
  death_taken_back_reason text,
  follow_up text,
  summary_by uuid,
  summary_at timestamp with time zone,
  constraint admission_pkey PRIMARY KEY (id),
  constraint admission_active_once UNIQUE (active_id),
  constraint admission_one_at_a_time EXCLUDE USING gist (patient_id WITH =, tstzrange(admitted_at, discharged_at) WITH &&) WHERE (NOT overlapped_before_rule),
  constraint admission_active_needs_patient FOREIGN KEY (active_patient_id) REFERENCES patient(admittable_id),
  constraint admission_admitted_by_fkey FOREIGN KEY (admitted_by) REFERENCES staff(id),
  constraint admission_death_taken_back_by_fkey FOREIGN KEY (death_taken_back_by) REFERENCES staff(id),
  constraint admission_discharged_by_fkey FOREIGN KEY (discharged_by) REFERENCES staff(id),
  constraint admission_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES staff(id),
  constraint admission_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint admission_summary_by_fkey FOREIGN KEY (summary_by) REFERENCES staff(id),
  constraint admission_death_taken_back_of_death CHECK (death_taken_back_at IS NULL OR destination = 'DIED'::destination),
  constraint admission_death_taken_back_reason_is_lines CHECK (death_taken_back_reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint admission_death_taken_back_with_reason CHECK ((death_taken_back_at IS NULL) = (death_taken_back_reason IS NULL) AND (death_taken_back_at IS NULL) = (death_taken_back_by IS NULL)),
  constraint admission_diagnosis_is_line CHECK (diagnosis !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint admission_discharged_after_admission CHECK (discharged_at >= admitted_at),
  constraint admission_discharged_with_destination CHECK ((discharged_at IS NULL) = (destination IS NULL)),
  constraint admission_follow_up_is_lines CHECK (follow_up !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint admission_notes_is_lines CHECK (notes !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint admission_summary_after_discharge CHECK (summary_at IS NULL OR discharged_at IS NOT NULL),
  constraint admission_summary_has_time CHECK ((summary_at IS NULL) = (summary IS NULL AND follow_up IS NULL) AND (summary_by IS NULL OR summary_at IS NOT NULL)),
  constraint admission_summary_is_lines CHECK (summary !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text)
);
CREATE INDEX admission_active_of_doctor ON public.admission USING btree (doctor_id, admitted_at DESC, id) WHERE (discharged_at IS NULL);
CREATE INDEX admission_by_discharge ON public.admission USING btree (discharged_at DESC, id) WHERE (discharged_at IS NOT NULL);
CREATE INDEX admission_by_time ON public.admission USING btree (admitted_at DESC, id);
CREATE INDEX admission_discharged_of_patient ON public.admission USING btree (patient_id, discharged_at, id) WHERE (discharged_at IS NOT NULL);
CREATE INDEX admission_of_doctor ON public.admission USING btree (doctor_id, admitted_at, id);
CREATE INDEX admission_of_patient ON public.admission USING btree (patient_id, admitted_at DESC);
CREATE UNIQUE INDEX admission_one_active_per_patient ON public.admission USING btree (active_patient_id) WHERE (active_patient_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER admission_changed_news2 AFTER UPDATE ON admission DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.discharged_at IS DISTINCT FROM new.discharged_at OR old.doctor_id IS DISTINCT FROM new.doctor_id) EXECUTE FUNCTION news2_alerts_changed();
CREATE TRIGGER admission_in_time BEFORE INSERT ON admission FOR EACH ROW EXECUTE FUNCTION keep_admission_in_time();
CREATE TRIGGER admission_live AFTER INSERT OR UPDATE ON admission FOR EACH ROW EXECUTE FUNCTION tell_admission();
CREATE TRIGGER admission_needs_active_doctor BEFORE INSERT OR UPDATE OF doctor_id ON admission FOR EACH ROW EXECUTE FUNCTION require_active_doctor();
CREATE CONSTRAINT TRIGGER admission_news2 AFTER INSERT ON admission DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION news2_alerts_changed();
CREATE TRIGGER admission_summary_signed_once BEFORE UPDATE OF summary, follow_up, summary_by, summary_at ON admission FOR EACH ROW WHEN (old.summary_at IS NOT NULL AND (old.summary IS DISTINCT FROM new.summary OR old.follow_up IS DISTINCT FROM new.follow_up OR old.summary_by IS DISTINCT FROM new.summary_by OR old.summary_at IS DISTINCT FROM new.summary_at)) EXECUTE FUNCTION keep_signed_summary();

create table allergy (
  id uuid not null default gen_random_uuid(),
  patient_id uuid not null,
  substance text not null,
  reaction text,
  severity allergy_severity,
  certainty allergy_certainty not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  recorded_by uuid,
  struck_at timestamp with time zone,
  struck_by uuid,
  struck_reason text,
  is_none_known boolean not null default false,
  replaces_id uuid,
  replaced_at timestamp with time zone,
  constraint allergy_pkey PRIMARY KEY (id),
  constraint allergy_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint allergy_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES staff(id),
  constraint allergy_replaces_id_fkey FOREIGN KEY (replaces_id) REFERENCES allergy(id),
  constraint allergy_struck_by_fkey FOREIGN KEY (struck_by) REFERENCES staff(id),
  constraint allergy_judged_whole CHECK (certainty = 'REPORTED'::allergy_certainty OR recorded_by IS NOT NULL AND is_none_known = (severity IS NULL)),
  constraint allergy_names_substance CHECK (btrim(substance) <> ''::text),
  constraint allergy_none_known_is_plain CHECK (NOT is_none_known OR num_nonnulls(severity, reaction) = 0 AND certainty <> 'SUSPECTED'::allergy_certainty),
  constraint allergy_reaction_is_line CHECK (reaction !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint allergy_replaced_not_struck CHECK (num_nonnulls(replaced_at, struck_at) < 2),
  constraint allergy_struck_reason_is_lines CHECK (struck_reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint allergy_struck_with_reason CHECK (num_nonnulls(struck_at, struck_by, struck_reason) = ANY (ARRAY[0, 3])),
  constraint allergy_substance_is_line CHECK (substance !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text)
);
CREATE INDEX allergy_of_patient ON public.allergy USING btree (patient_id, recorded_at, id);
CREATE UNIQUE INDEX allergy_once ON public.allergy USING btree (patient_id, hashtextextended(
CASE
    WHEN is_none_known THEN ''::text
    ELSE fold(substance)
END, (0)::bigint)) WHERE ((struck_at IS NULL) AND (replaced_at IS NULL));
CREATE INDEX allergy_replacing ON public.allergy USING btree (replaces_id) WHERE (replaces_id IS NOT NULL);
CREATE TRIGGER allergy_at_its_place BEFORE INSERT ON allergy FOR EACH ROW EXECUTE FUNCTION place_allergy();
CREATE TRIGGER allergy_brought_back AFTER UPDATE OF struck_by ON allergy FOR EACH ROW WHEN (new.replaces_id IS NOT NULL) EXECUTE FUNCTION bring_back_allergy();
CREATE TRIGGER allergy_kept BEFORE INSERT ON allergy FOR EACH ROW EXECUTE FUNCTION keep_clinical_entry('recorded_at');
CREATE TRIGGER allergy_live AFTER INSERT OR UPDATE ON allergy FOR EACH ROW EXECUTE FUNCTION tell_clinical_entry('allergy');
CREATE TRIGGER allergy_on_patient AFTER INSERT OR UPDATE ON allergy FOR EACH ROW EXECUTE FUNCTION keep_allergens();
CREATE TRIGGER allergy_struck BEFORE UPDATE OF struck_by, struck_reason ON allergy FOR EACH ROW EXECUTE FUNCTION strike_clinical_entry();

create table appointment (
  id uuid not null default gen_random_uuid(),
  patient_id uuid not null,
  doctor_id uuid not null,
  date date not null,
  "time" time without time zone not null,
  status appointment_status not null default 'SCHEDULED'::appointment_status,
  type appointment_type not null,
  queue_number integer not null,
  notes text,
  cancel_reason cancel_reason,
  cancel_note text,
  queued_at timestamp with time zone,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  status_at timestamp with time zone not null default now(),
  status_by uuid,
  undoable boolean not null default false,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  open_patient_id uuid generated always as (
CASE
    WHEN (status = ANY (ARRAY['SCHEDULED'::appointment_status, 'IN_QUEUE'::appointment_status, 'IN_PROGRESS'::appointment_status])) THEN patient_id
    ELSE NULL::uuid
END) stored,
  left_queue_on date,
  started_by uuid,
  missed_calls smallint not null default 0,
  returned_at timestamp with time zone,
  behind uuid[] not null default '{}'::uuid[],
  admitted_to text,
  minutes smallint,
  seat smallint not null default 1,
  session_id uuid,
  walk_in boolean not null default false,
  overbooked_reason text,
  series_id uuid,
  constraint appointment_pkey PRIMARY KEY (id),
  constraint appointment_queue_number_once_a_day UNIQUE (date, queue_number),
  constraint appointment_one_per_seat EXCLUDE USING gist (doctor_id WITH =, seat WITH =, booked_during(date, "time", minutes) WITH &&) WHERE (minutes IS NOT NULL AND status <> 'CANCELLED'::appointment_status AND type <> 'EMERGENCY'::appointment_type),
  constraint appointment_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES staff(id),
  constraint appointment_in_series FOREIGN KEY (series_id) REFERENCES appointment_series(id),
  constraint appointment_in_session FOREIGN KEY (session_id) REFERENCES practice_session(id),
  constraint appointment_open_needs_current_patient FOREIGN KEY (open_patient_id) REFERENCES patient(admittable_id),
  constraint appointment_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint appointment_started_by_fkey FOREIGN KEY (started_by) REFERENCES staff(id),
  constraint appointment_status_by_fkey FOREIGN KEY (status_by) REFERENCES staff(id),
  constraint appointment_admitted_somewhere CHECK (cancel_reason IS DISTINCT FROM 'ADMITTED'::cancel_reason OR admitted_to IS NOT NULL),
  constraint appointment_admitted_to_is_line CHECK (admitted_to !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint appointment_cancel_note_is_lines CHECK (cancel_note !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint appointment_cancelled_with_reason CHECK ((status = 'CANCELLED'::appointment_status) = (cancel_reason IS NOT NULL)),
  constraint appointment_notes_is_lines CHECK (notes !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint appointment_overbooked_reason_is_line CHECK (overbooked_reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint appointment_overbooked_reason_is_short CHECK (overbooked_reason ~ '\S'::text AND length(overbooked_reason) <= 200)
);
CREATE INDEX appointment_by_day ON public.appointment USING btree (date DESC, "time" DESC, id);
CREATE INDEX appointment_consultations ON public.appointment USING btree (doctor_id, type, completed_at DESC) WHERE (status = 'COMPLETED'::appointment_status);
CREATE INDEX appointment_in_queue ON public.appointment USING btree (queued_at) WHERE (status = ANY (ARRAY['IN_QUEUE'::appointment_status, 'IN_PROGRESS'::appointment_status]));
CREATE INDEX appointment_left_late ON public.appointment USING btree (left_queue_on) WHERE (left_queue_on > date);
CREATE INDEX appointment_of_doctor ON public.appointment USING btree (doctor_id, date, "time", id);
CREATE INDEX appointment_of_patient ON public.appointment USING btree (patient_id, date DESC, "time" DESC);
CREATE INDEX appointment_of_series ON public.appointment USING btree (series_id, date) WHERE (series_id IS NOT NULL);
CREATE INDEX appointment_of_session ON public.appointment USING btree (session_id, date) WHERE ((session_id IS NOT NULL) AND (seat <= 1000) AND (status <> 'CANCELLED'::appointment_status) AND (type <> 'EMERGENCY'::appointment_type));
CREATE UNIQUE INDEX appointment_one_per_doctor_slot ON public.appointment USING btree (doctor_id, date, "time", seat) WHERE ((status <> 'CANCELLED'::appointment_status) AND (type <> 'EMERGENCY'::appointment_type));
CREATE UNIQUE INDEX appointment_one_per_patient_doctor_day ON public.appointment USING btree (patient_id, doctor_id, date) WHERE (status <> 'CANCELLED'::appointment_status);
CREATE INDEX appointment_open_of_patient ON public.appointment USING btree (open_patient_id) WHERE (open_patient_id IS NOT NULL);
CREATE INDEX appointment_scheduled ON public.appointment USING btree (date, "time", id) WHERE (status = 'SCHEDULED'::appointment_status);
CREATE INDEX appointment_visit_of_patient ON public.appointment USING btree (patient_id, visit_at(status, queued_at, started_at, status_at), id) WHERE (visit_at(status, queued_at, started_at, status_at) IS NOT NULL);
CREATE TRIGGER appointment_asks_for_messages AFTER UPDATE OF date, "time", status ON appointment FOR EACH ROW WHEN (old.date <> new.date OR old."time" <> new."time" OR old.status <> new.status) EXECUTE FUNCTION ask_for_patient_messages();
CREATE TRIGGER appointment_booked_notified AFTER INSERT ON appointment FOR EACH ROW WHEN (new.status = 'SCHEDULED'::appointment_status AND new.status_by <> new.doctor_id) EXECUTE FUNCTION notify_of_appointment();
CREATE CONSTRAINT TRIGGER appointment_changed_news2 AFTER UPDATE ON appointment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status OR old.doctor_id IS DISTINCT FROM new.doctor_id) AND ((old.status = ANY (ARRAY['IN_QUEUE'::appointment_status, 'IN_PROGRESS'::appointment_status])) OR (new.status = ANY (ARRAY['IN_QUEUE'::appointment_status, 'IN_PROGRESS'::appointment_status])))) EXECUTE FUNCTION news2_alerts_changed();
CREATE TRIGGER appointment_changed_notified AFTER UPDATE OF status, date, "time", doctor_id ON appointment FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.date IS DISTINCT FROM new.date OR old."time" IS DISTINCT FROM new."time" OR old.doctor_id IS DISTINCT FROM new.doctor_id) EXECUTE FUNCTION notify_of_appointment();
CREATE TRIGGER appointment_live AFTER INSERT OR UPDATE ON appointment FOR EACH ROW EXECUTE FUNCTION tell_appointment();
CREATE TRIGGER appointment_missed_from_its_day BEFORE INSERT OR UPDATE OF status ON appointment FOR EACH ROW WHEN (new.status = 'CANCELLED'::appointment_status AND new.cancel_reason = 'DID_NOT_ATTEND'::cancel_reason) EXECUTE FUNCTION keep_missed_from_its_day();
CREATE TRIGGER appointment_needs_active_doctor BEFORE INSERT OR UPDATE OF doctor_id ON appointment FOR EACH ROW EXECUTE FUNCTION require_active_doctor();
CREATE CONSTRAINT TRIGGER appointment_news2 AFTER INSERT ON appointment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.status = ANY (ARRAY['IN_QUEUE'::appointment_status, 'IN_PROGRESS'::appointment_status])) EXECUTE FUNCTION news2_alerts_changed();
CREATE TRIGGER appointment_opens_record AFTER UPDATE OF status ON appointment FOR EACH ROW WHEN (new.status = 'IN_PROGRESS'::appointment_status AND old.status <> 'IN_PROGRESS'::appointment_status AND new.started_by <> new.doctor_id) EXECUTE FUNCTION open_to_other_doctor();
CREATE TRIGGER appointment_placed BEFORE INSERT ON appointment FOR EACH ROW EXECUTE FUNCTION place_appointment();
CREATE TRIGGER appointment_placed_again BEFORE UPDATE ON appointment FOR EACH ROW WHEN (old.doctor_id IS DISTINCT FROM new.doctor_id OR old.date IS DISTINCT FROM new.date OR old."time" IS DISTINCT FROM new."time" OR (old.type = 'EMERGENCY'::appointment_type) IS DISTINCT FROM (new.type = 'EMERGENCY'::appointment_type) OR old.walk_in IS DISTINCT FROM new.walk_in OR old.overbooked_reason IS DISTINCT FROM new.overbooked_reason OR old.status = 'CANCELLED'::appointment_status AND new.status <> 'CANCELLED'::appointment_status) EXECUTE FUNCTION place_appointment();
CREATE TRIGGER appointment_queue_days BEFORE UPDATE ON appointment FOR EACH ROW EXECUTE FUNCTION keep_queue_days();
CREATE TRIGGER appointment_tells_waits AFTER UPDATE ON appointment FOR EACH ROW WHEN (old.date IS DISTINCT FROM new.date OR old."time" IS DISTINCT FROM new."time" OR old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION tell_waits_of_appointment();
CREATE TRIGGER appointment_transition BEFORE UPDATE ON appointment FOR EACH ROW EXECUTE FUNCTION keep_appointment_transitions();

create table appointment_series (
  id uuid not null default gen_random_uuid(),
  made_by uuid not null,
  made_at timestamp with time zone not null default now(),
  constraint appointment_series_pkey PRIMARY KEY (id),
  constraint appointment_series_made_by FOREIGN KEY (made_by) REFERENCES staff(id)
);
CREATE INDEX appointment_series_by_maker ON public.appointment_series USING btree (made_by);

create table appointment_status_change (
  id bigint not null generated always as identity,
  appointment_id uuid not null,
  from_status appointment_status,
  to_status appointment_status not null,
  by_staff_id uuid,
  at timestamp with time zone not null,
  reason text,
  is_undo boolean not null default false,
  constraint appointment_status_change_pkey PRIMARY KEY (id),
  constraint appointment_status_change_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointment(id),
  constraint appointment_status_change_reason_is_lines CHECK (reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text)
);
CREATE INDEX appointment_status_change_latest ON public.appointment_status_change USING btree (appointment_id, id DESC);

create table audit_entry (
  id bigint not null default 
CASE
    WHEN (pg_current_xact_id() IS NOT NULL) THEN nextval('audit_serial'::regclass)
    ELSE NULL::bigint
END,
  at timestamp with time zone not null default now(),
  staff_id uuid,
  action text not null,
  subject_id uuid,
  patient_ids uuid[] not null default '{}'::uuid[],
  sight_id uuid,
  changes jsonb,
  address text,
  request_id text,
  outcome text not null default 'done'::text,
  constraint audit_entry_pkey PRIMARY KEY (at, id),
  constraint audit_entry_names_once CHECK (sight_id IS NULL OR patient_ids = '{}'::uuid[]),
  constraint audit_entry_names_one_patient CHECK (cardinality(patient_ids) <= 1)
) partition by RANGE (at);
CREATE INDEX audit_entry_of_action ON ONLY public.audit_entry USING btree (action, at);
CREATE INDEX audit_entry_of_change ON ONLY public.audit_entry USING btree (subject_id, id DESC) WHERE (changes IS NOT NULL);
CREATE INDEX audit_entry_of_patient ON ONLY public.audit_entry USING btree ((patient_ids[1]), at) WHERE (patient_ids[1] IS NOT NULL);
CREATE INDEX audit_entry_of_sight ON ONLY public.audit_entry USING btree (sight_id, at) WHERE (sight_id IS NOT NULL);
CREATE INDEX audit_entry_of_staff ON ONLY public.audit_entry USING btree (staff_id, at) WHERE (staff_id IS NOT NULL);
CREATE INDEX audit_entry_of_subject ON ONLY public.audit_entry USING btree (subject_id, at) WHERE ((subject_id IS NOT NULL) AND (patient_ids = '{}'::uuid[]));
CREATE INDEX audit_entry_refused ON ONLY public.audit_entry USING btree (at) WHERE (outcome <> 'done'::text);
CREATE INDEX audit_entry_serial ON ONLY public.audit_entry USING btree (id);
CREATE INDEX audit_entry_taken_out ON ONLY public.audit_entry USING btree (at) WHERE ((changes ?| ARRAY['exported'::text, 'printed'::text]) OR ((changes ->> 'purpose'::text) = 'print'::text));

create table audit_following (
  id uuid not null,
  at timestamp with time zone not null,
  process_id uuid not null,
  scope text not null,
  staff_id uuid not null,
  address text,
  request_id text,
  serial bigint not null default 
CASE
    WHEN (pg_current_xact_id() IS NOT NULL) THEN nextval('audit_serial'::regclass)
    ELSE NULL::bigint
END,
  constraint audit_following_pkey PRIMARY KEY (process_id, scope, at, id)
) partition by RANGE (at);
CREATE INDEX audit_following_of_staff ON ONLY public.audit_following USING btree (staff_id, at);
CREATE INDEX audit_following_serial ON ONLY public.audit_following USING btree (serial);

create table audit_seal (
  number bigint not null,
  line text not null,
  signature text not null,
  leaves bytea not null,
  names text,
  constraint audit_seal_pkey PRIMARY KEY (number)
);

create table audit_sight (
  id uuid not null,
  at timestamp with time zone not null,
  patient_ids uuid[] not null,
  process_id uuid,
  scope text,
  serial bigint not null default 
CASE
    WHEN (pg_current_xact_id() IS NOT NULL) THEN nextval('audit_serial'::regclass)
    ELSE NULL::bigint
END,
  constraint audit_sight_pkey PRIMARY KEY (id, at),
  constraint audit_sight_told_by_process CHECK ((process_id IS NULL) = (scope IS NULL))
) partition by RANGE (at);
CREATE INDEX audit_sight_serial ON ONLY public.audit_sight USING btree (serial);
CREATE TRIGGER audit_sight_kept AFTER INSERT ON audit_sight REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_sightings();

create table audit_sighting (
  patient_id uuid not null,
  is_told boolean not null,
  at timestamp with time zone not null,
  sight_id uuid not null,
  constraint audit_sighting_pkey PRIMARY KEY (patient_id, is_told, at, sight_id)
) partition by RANGE (at);

create table audit_unfollowing (
  id uuid not null,
  at timestamp with time zone not null,
  serial bigint not null default 
CASE
    WHEN (pg_current_xact_id() IS NOT NULL) THEN nextval('audit_serial'::regclass)
    ELSE NULL::bigint
END,
  constraint audit_unfollowing_pkey PRIMARY KEY (id, at)
) partition by RANGE (at);
CREATE INDEX audit_unfollowing_serial ON ONLY public.audit_unfollowing USING btree (serial);

create table backup (
  id uuid not null default gen_random_uuid(),
  due_at timestamp with time zone,
  asked_by uuid,
  asked_at timestamp with time zone not null,
  begun_at timestamp with time zone,
  heard_at timestamp with time zone,
  percent integer not null default 0,
  is_checking boolean not null default false,
  ended_at timestamp with time zone,
  failure text,
  directory text,
  file text,
  bytes bigint,
  removed_at timestamp with time zone,
  constraint backup_pkey PRIMARY KEY (id),
  constraint backup_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES staff(id),
  constraint backup_ends_begun CHECK (ended_at IS NULL OR begun_at IS NOT NULL),
  constraint backup_fails_at_its_end CHECK (failure IS NULL OR ended_at IS NOT NULL),
  constraint backup_heard_from CHECK ((begun_at IS NULL) = (heard_at IS NULL)),
  constraint backup_of_a_night_or_asked_for CHECK ((due_at IS NULL) <> (asked_by IS NULL)),
  constraint backup_percent CHECK (percent >= 0 AND percent <= 100),
  constraint backup_whole_or_not CHECK (
CASE
    WHEN ended_at IS NULL OR failure IS NOT NULL THEN num_nonnulls(directory, file, bytes, removed_at) = 0
    ELSE num_nonnulls(directory, file, bytes) = 3
END)
);
CREATE INDEX backup_asked_by ON public.backup USING btree (asked_by);
CREATE INDEX backup_newest ON public.backup USING btree (begun_at DESC);
CREATE UNIQUE INDEX backup_once_a_night ON public.backup USING btree (due_at) WHERE (failure IS NULL);
CREATE UNIQUE INDEX backup_one_at_a_time ON public.backup USING btree ((true)) WHERE (ended_at IS NULL);
CREATE TRIGGER backup_live AFTER INSERT OR UPDATE OF begun_at, percent, is_checking, ended_at ON backup FOR EACH ROW EXECUTE FUNCTION tell_change('backup');

create table backup_place (
  only_one boolean not null default true,
  directory text not null,
  hour integer not null,
  keep integer not null,
  is_encrypted boolean not null,
  heard_at timestamp with time zone not null,
  constraint backup_place_pkey PRIMARY KEY (only_one),
  constraint backup_place_hour CHECK (hour >= 0 AND hour <= 23),
  constraint backup_place_keeps_some CHECK (keep > 0),
  constraint backup_place_only_one CHECK (only_one)
);

create table batch (
  id uuid not null default gen_random_uuid(),
  item_id uuid not null,
  batch_number text not null,
  expiry date,
  cost numeric(20,8) not null default 0,
  supplier_id uuid,
  quantity numeric(14,3) not null default 0,
  created_at timestamp with time zone not null default now(),
  worth numeric(24,2) not null default 0,
  constraint batch_pkey PRIMARY KEY (id),
  constraint batch_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_item(id),
  constraint batch_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES supplier(id),
  constraint batch_batch_number_is_line CHECK (batch_number !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint batch_never_below_zero CHECK (quantity >= 0::numeric),
  constraint batch_worth_not_negative CHECK (worth >= 0::numeric),
  constraint batch_worth_nothing_when_empty CHECK (quantity > 0::numeric OR worth = 0::numeric)
);
CREATE INDEX batch_expiring ON public.batch USING btree (expiry) WHERE (quantity > (0)::numeric);
CREATE UNIQUE INDEX batch_number_once_per_item ON public.batch USING btree (item_id, fold(batch_number));
CREATE INDEX batch_on_shelf ON public.batch USING btree (item_id, expiry) WHERE (quantity > (0)::numeric);
CREATE TRIGGER batch_after_its_item BEFORE INSERT ON batch FOR EACH ROW EXECUTE FUNCTION lock_item_of_batch();

create table bed (
  id uuid not null default gen_random_uuid(),
  bed_number text not null,
  ward ward not null,
  notes text,
  maintenance_since timestamp with time zone,
  maintenance_reason text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  usable_id uuid generated always as (
CASE
    WHEN ((maintenance_since IS NULL) AND (retired_at IS NULL)) THEN id
    ELSE NULL::uuid
END) stored,
  unit_id uuid not null,
  first_unit_id uuid,
  open_unit_id uuid generated always as (
CASE
    WHEN (retired_at IS NULL) THEN unit_id
    ELSE NULL::uuid
END) stored,
  constraint bed_pkey PRIMARY KEY (id),
  constraint bed_usable_once UNIQUE (usable_id),
  constraint bed_first_in_unit FOREIGN KEY (first_unit_id) REFERENCES unit(id),
  constraint bed_unit_is_open FOREIGN KEY (open_unit_id) REFERENCES unit(open_id),
  constraint bed_unit_of_ward FOREIGN KEY (unit_id, ward) REFERENCES unit(id, ward),
  constraint bed_bed_number_is_line CHECK (bed_number !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint bed_maintenance_reason_is_lines CHECK (maintenance_reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint bed_maintenance_with_reason CHECK ((maintenance_since IS NULL) = (maintenance_reason IS NULL)),
  constraint bed_notes_is_lines CHECK (notes !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text)
);
CREATE UNIQUE INDEX bed_number_once ON public.bed USING btree (fold(bed_number)) WHERE (retired_at IS NULL);
CREATE INDEX bed_of_unit ON public.bed USING btree (open_unit_id) WHERE (open_unit_id IS NOT NULL);
CREATE TRIGGER bed_live AFTER INSERT OR DELETE OR UPDATE ON bed FOR EACH ROW EXECUTE FUNCTION tell_bed();
CREATE TRIGGER bed_moves_stays AFTER UPDATE OF ward, unit_id ON bed FOR EACH ROW WHEN (old.unit_id <> new.unit_id) EXECUTE FUNCTION move_stays_of_bed();
CREATE CONSTRAINT TRIGGER bed_news2 AFTER UPDATE ON bed DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.unit_id <> new.unit_id) EXECUTE FUNCTION news2_alerts_of_bed_moved();
CREATE TRIGGER bed_placed BEFORE INSERT OR UPDATE OF ward, unit_id ON bed FOR EACH ROW EXECUTE FUNCTION place_bed();

create table calendar_feed (
  id uuid not null default gen_random_uuid(),
  staff_id uuid not null,
  secret_hash text not null,
  names_patients boolean not null default false,
  made_at timestamp with time zone not null default now(),
  withdrawn_at timestamp with time zone,
  fetched_at timestamp with time zone,
  constraint calendar_feed_pkey PRIMARY KEY (id),
  constraint calendar_feed_secret_once UNIQUE (secret_hash),
  constraint calendar_feed_of_staff FOREIGN KEY (staff_id) REFERENCES staff(id)
);
CREATE INDEX calendar_feed_by_staff ON public.calendar_feed USING btree (staff_id);
CREATE UNIQUE INDEX calendar_feed_one_each ON public.calendar_feed USING btree (staff_id) WHERE (withdrawn_at IS NULL);
CREATE TRIGGER calendar_feed_live AFTER INSERT OR UPDATE OF withdrawn_at ON calendar_feed FOR EACH ROW EXECUTE FUNCTION tell_calendar_feed();
CREATE TRIGGER calendar_feed_withdrawn BEFORE UPDATE ON calendar_feed FOR EACH ROW WHEN (old.withdrawn_at IS NOT NULL) EXECUTE FUNCTION keep_withdrawn();

create table clinic (
  id uuid not null default gen_random_uuid(),
  name text not null,
  floor text,
  phone text,
  rooms text[] not null default '{}'::text[],
  version integer not null default 1,
  retired_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  department_id uuid,
  books_from_home boolean not null default false,
  constraint clinic_pkey PRIMARY KEY (id),
  constraint clinic_of_department FOREIGN KEY (department_id) REFERENCES department(id),
  constraint clinic_floor_is_line CHECK (floor !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint clinic_floor_is_short CHECK (floor ~ '\S'::text AND length(floor) <= 30),
  constraint clinic_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint clinic_name_is_short CHECK (name ~ '\S'::text AND length(name) <= 60),
  constraint clinic_phone_is_line CHECK (phone !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint clinic_phone_is_short CHECK (phone ~ '\S'::text AND length(phone) <= 40),
  constraint clinic_rooms_are_lines CHECK (array_to_string(rooms, ' '::text) !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint clinic_rooms_at_most_40 CHECK (cardinality(rooms) <= 40)
);
CREATE UNIQUE INDEX clinic_name_once ON public.clinic USING btree (fold(name)) WHERE (retired_at IS NULL);
CREATE TRIGGER clinic_in_use BEFORE UPDATE OF retired_at ON clinic FOR EACH ROW WHEN (old.retired_at IS NULL AND new.retired_at IS NOT NULL) EXECUTE FUNCTION keep_clinic_in_use();
CREATE TRIGGER clinic_live AFTER INSERT OR UPDATE ON clinic FOR EACH ROW EXECUTE FUNCTION tell_clinic();
CREATE TRIGGER clinic_rooms_are_plain BEFORE INSERT OR UPDATE OF rooms ON clinic FOR EACH ROW EXECUTE FUNCTION keep_rooms_plain();
CREATE TRIGGER clinics_at_most_200 BEFORE INSERT ON clinic FOR EACH ROW EXECUTE FUNCTION keep_clinics_few();

create table closure (
  id uuid not null default gen_random_uuid(),
  cause closure_cause not null,
  doctor_id uuid,
  clinic_id uuid,
  during tsrange not null,
  reason text not null,
  made_by uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  retired_at timestamp with time zone,
  constraint closure_pkey PRIMARY KEY (id),
  constraint closure_once EXCLUDE USING gist (doctor_id WITH =, during WITH &&) WHERE (retired_at IS NULL AND doctor_id IS NOT NULL),
  constraint closure_in_clinic FOREIGN KEY (clinic_id) REFERENCES clinic(id),
  constraint closure_made_by FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint closure_of_doctor FOREIGN KEY (doctor_id) REFERENCES staff(id),
  constraint closure_has_doctor CHECK ((cause = 'HOLIDAY'::closure_cause) = (doctor_id IS NULL)),
  constraint closure_has_ends CHECK (NOT isempty(during) AND NOT lower_inf(during) AND NOT upper_inf(during)),
  constraint closure_reason_is_line CHECK (reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint closure_reason_is_short CHECK (reason ~ '\S'::text AND length(reason) <= 200)
);
CREATE INDEX closure_in_force ON public.closure USING gist (during) WHERE (retired_at IS NULL);
CREATE TRIGGER closure_holds_bookings BEFORE INSERT OR UPDATE ON closure FOR EACH ROW EXECUTE FUNCTION hold_bookings_of_doctor();
CREATE TRIGGER closure_live AFTER INSERT OR UPDATE ON closure FOR EACH ROW EXECUTE FUNCTION tell_closure();

create table countersignature (
  id uuid not null default gen_random_uuid(),
  act text not null,
  subject_hash text not null,
  actor_id uuid not null,
  witness_id uuid not null,
  witness_role text not null,
  signed_at timestamp with time zone not null default clock_timestamp(),
  constraint countersignature_pkey PRIMARY KEY (id),
  constraint countersignature_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES staff(id),
  constraint countersignature_witness_id_fkey FOREIGN KEY (witness_id) REFERENCES staff(id),
  constraint countersignature_in_a_role CHECK (witness_role ~ '^[a-z][a-z0-9_]{0,59}$'::text),
  constraint countersignature_of_a_subject CHECK (subject_hash ~ '^[A-Za-z0-9_-]{43}$'::text),
  constraint countersignature_of_known_act CHECK (act = ANY (ARRAY['ALLERGY_OVERRIDE'::text, 'CONTROLLED_DISPOSAL'::text, 'RECORD_MERGE'::text])),
  constraint countersignature_of_two_people CHECK (witness_id <> actor_id)
);
CREATE TRIGGER countersignature_of_active_witness BEFORE INSERT ON countersignature FOR EACH ROW EXECUTE FUNCTION keep_witness_active();

create table coverage (
  id uuid not null default gen_random_uuid(),
  patient_id uuid not null,
  payer_id uuid not null,
  member_number text not null,
  plan text,
  rank smallint not null,
  valid_from date,
  valid_until date,
  valid daterange not null generated always as (
CASE
    WHEN (valid_until < valid_from) THEN 'empty'::daterange
    ELSE daterange(valid_from, valid_until, '[]'::text)
END) stored,
  version integer not null default 1,
  retired_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint coverage_pkey PRIMARY KEY (id),
  constraint coverage_one_per_rank EXCLUDE USING gist (patient_id WITH =, rank WITH =, valid WITH &&) WHERE (retired_at IS NULL),
  constraint coverage_of_payer FOREIGN KEY (payer_id) REFERENCES payer(id),
  constraint coverage_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint coverage_ends_after_start CHECK (valid_until >= valid_from),
  constraint coverage_member_number_is_line CHECK (member_number !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint coverage_member_number_is_short CHECK (member_number ~ '\S'::text AND length(member_number) <= 60),
  constraint coverage_plan_is_line CHECK (plan !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint coverage_plan_is_short CHECK (plan ~ '\S'::text AND length(plan) <= 100),
  constraint coverage_rank_from_1_to_5 CHECK (rank >= 1 AND rank <= 5)
);
CREATE INDEX coverage_by_payer ON public.coverage USING btree (payer_id);
CREATE INDEX coverage_of_patient ON public.coverage USING btree (patient_id);
CREATE TRIGGER coverage_kept BEFORE INSERT ON coverage FOR EACH ROW EXECUTE FUNCTION require_patient_on_record('coverage_needs_patient');
CREATE TRIGGER coverage_live AFTER INSERT OR UPDATE ON coverage FOR EACH ROW EXECUTE FUNCTION tell_clinical_entry('coverage');
CREATE TRIGGER coverage_payer_open BEFORE INSERT OR UPDATE OF payer_id ON coverage FOR EACH ROW EXECUTE FUNCTION require_open_payer();
CREATE TRIGGER coverages_at_most_50 BEFORE INSERT ON coverage FOR EACH ROW EXECUTE FUNCTION keep_coverage_few();

create table demo_request (
  id uuid not null default gen_random_uuid(),
  name text not null,
  hospital text not null,
  email text not null,
  phone text,
  message text,
  network text not null,
  requested_at timestamp with time zone not null,
  handled_at timestamp with time zone,
  handled_by uuid,
  constraint demo_request_pkey PRIMARY KEY (id),
  constraint demo_request_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES staff(id),
  constraint demo_request_handled_by_somebody CHECK ((handled_at IS NULL) = (handled_by IS NULL)),
  constraint demo_request_has_email CHECK (email ~~ '%_@_%'::text),
  constraint demo_request_has_hospital CHECK (hospital ~ '\S'::text),
  constraint demo_request_has_name CHECK (name ~ '\S'::text),
  constraint demo_request_hospital_is_line CHECK (hospital !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint demo_request_message_is_lines CHECK (message !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint demo_request_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint demo_request_phone_is_line CHECK (phone !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text)
);
CREATE INDEX demo_request_handled_by ON public.demo_request USING btree (handled_by);
CREATE INDEX demo_request_network ON public.demo_request USING btree (network, requested_at);
CREATE INDEX demo_request_newest ON public.demo_request USING btree (requested_at DESC, id DESC);
CREATE INDEX demo_request_unhandled ON public.demo_request USING btree (requested_at DESC, id DESC) WHERE (handled_at IS NULL);
CREATE TRIGGER demo_request_handled_notified AFTER UPDATE OF handled_at ON demo_request FOR EACH ROW WHEN ((old.handled_at IS NULL) <> (new.handled_at IS NULL)) EXECUTE FUNCTION notify_of_demo_request();
CREATE TRIGGER demo_request_live AFTER INSERT OR UPDATE ON demo_request FOR EACH ROW EXECUTE FUNCTION tell_change('demo-request');
CREATE TRIGGER demo_request_notified AFTER INSERT ON demo_request FOR EACH ROW EXECUTE FUNCTION notify_of_demo_request();
CREATE TRIGGER demo_request_paced BEFORE INSERT ON demo_request FOR EACH ROW EXECUTE FUNCTION pace_demo_requests();

create table department (
  id uuid not null default gen_random_uuid(),
  name text not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint department_pkey PRIMARY KEY (id),
  constraint department_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint department_name_is_short CHECK (name ~ '\S'::text AND length(name) <= 60)
);
CREATE UNIQUE INDEX department_name_once ON public.department USING btree (fold(name));
CREATE TRIGGER department_live AFTER UPDATE ON department FOR EACH ROW WHEN (old.name <> new.name) EXECUTE FUNCTION tell_department();
CREATE TRIGGER department_renamed AFTER UPDATE OF name ON department FOR EACH ROW WHEN (old.name <> new.name) EXECUTE FUNCTION rename_department();
CREATE TRIGGER department_takes_name BEFORE UPDATE OF name ON department FOR EACH ROW WHEN (old.name <> new.name) EXECUTE FUNCTION take_name_of_unused_department();

create table display (
  id uuid not null default gen_random_uuid(),
  name text not null,
  secret_hash text not null,
  made_by uuid not null,
  made_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  clinic_id uuid,
  constraint display_pkey PRIMARY KEY (id),
  constraint display_secret_once UNIQUE (secret_hash),
  constraint display_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinic(id),
  constraint display_made_by_fkey FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint display_has_name CHECK (name ~ '\S'::text),
  constraint display_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text)
);
CREATE INDEX display_made_by ON public.display USING btree (made_by);
CREATE INDEX display_of_clinic ON public.display USING btree (clinic_id) WHERE (clinic_id IS NOT NULL);
CREATE TRIGGER display_clinic_open BEFORE INSERT OR UPDATE OF clinic_id ON display FOR EACH ROW WHEN (new.clinic_id IS NOT NULL) EXECUTE FUNCTION require_open_clinic();
CREATE TRIGGER display_live AFTER INSERT OR UPDATE ON display FOR EACH ROW EXECUTE FUNCTION tell_display();
CREATE TRIGGER display_withdrawn BEFORE UPDATE ON display FOR EACH ROW WHEN (old.withdrawn_at IS NOT NULL) EXECUTE FUNCTION keep_withdrawn();

create table duplicate_block (
  kind text not null,
  key text not null,
  found_at timestamp with time zone not null default now(),
  constraint duplicate_block_once PRIMARY KEY (kind, key),
  constraint duplicate_block_kind CHECK (kind = ANY (ARRAY['phone'::text, 'birth'::text, 'names'::text, 'identifier'::text]))
);

create table duplicate_due (
  id bigint not null generated always as identity,
  patient_id uuid not null,
  constraint duplicate_due_pkey PRIMARY KEY (id)
);

create table duplicate_pair (
  id uuid not null default gen_random_uuid(),
  one_id uuid not null,
  other_id uuid not null,
  weight integer not null,
  band text not null,
  because jsonb not null,
  seen text not null,
  found_at timestamp with time zone not null default now(),
  verdict text,
  decided_by uuid,
  decided_at timestamp with time zone,
  note text,
  constraint duplicate_pair_pkey PRIMARY KEY (id),
  constraint duplicate_pair_once UNIQUE (one_id, other_id),
  constraint duplicate_pair_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES staff(id),
  constraint duplicate_pair_one_id_fkey FOREIGN KEY (one_id) REFERENCES patient(id),
  constraint duplicate_pair_other_id_fkey FOREIGN KEY (other_id) REFERENCES patient(id),
  constraint duplicate_pair_band CHECK (band = ANY (ARRAY['probable'::text, 'possible'::text])),
  constraint duplicate_pair_decided_by_somebody CHECK (num_nonnulls(verdict, decided_by, decided_at) = ANY (ARRAY[0, 3])),
  constraint duplicate_pair_note_is_lines CHECK (note !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint duplicate_pair_note_is_short CHECK (note ~ '\S'::text AND length(note) <= 500),
  constraint duplicate_pair_note_of_decision CHECK (note IS NULL OR verdict IS NOT NULL),
  constraint duplicate_pair_ordered CHECK (one_id < other_id),
  constraint duplicate_pair_seen_is_digest CHECK (seen ~ '^[0-9a-f]{32}$'::text),
  constraint duplicate_pair_verdict CHECK (verdict = 'NOT_DUPLICATES'::text)
);
CREATE INDEX duplicate_pair_decided ON public.duplicate_pair USING btree (decided_at, id) WHERE (verdict IS NOT NULL);
CREATE INDEX duplicate_pair_of_other ON public.duplicate_pair USING btree (other_id);
CREATE INDEX duplicate_pair_open ON public.duplicate_pair USING btree (band, weight, id) WHERE (verdict IS NULL);
CREATE TRIGGER duplicate_pair_live AFTER INSERT OR DELETE OR UPDATE ON duplicate_pair FOR EACH STATEMENT EXECUTE FUNCTION tell_duplicate_pairs();

create table formulary_medicine (
  id uuid not null default gen_random_uuid(),
  name text not null,
  route medication_route,
  unit dose_unit not null,
  max_dose numeric(11,4) not null,
  max_daily_dose numeric(11,4),
  max_dose_per_kg numeric(11,4),
  max_child_dose numeric(11,4),
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint formulary_medicine_pkey PRIMARY KEY (id),
  constraint formulary_medicine_child_above_0 CHECK (max_child_dose > 0::numeric),
  constraint formulary_medicine_child_within_single CHECK (max_child_dose <= max_dose),
  constraint formulary_medicine_daily_at_least_single CHECK (max_daily_dose >= max_dose),
  constraint formulary_medicine_dose_above_0 CHECK (max_dose > 0::numeric),
  constraint formulary_medicine_has_name CHECK (btrim(name) <> ''::text),
  constraint formulary_medicine_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint formulary_medicine_per_kg_above_0 CHECK (max_dose_per_kg > 0::numeric),
  constraint formulary_medicine_per_kg_within_single CHECK (max_dose_per_kg <= max_dose)
);
CREATE UNIQUE INDEX formulary_medicine_once ON public.formulary_medicine USING btree (fold(name), route) NULLS NOT DISTINCT;
CREATE TRIGGER formulary_at_most_1000 BEFORE INSERT ON formulary_medicine FOR EACH ROW EXECUTE FUNCTION keep_formulary_short();
CREATE TRIGGER formulary_medicine_live AFTER INSERT OR DELETE OR UPDATE ON formulary_medicine FOR EACH ROW EXECUTE FUNCTION tell_change('formulary');

create table hospital (
  only_one boolean not null default true,
  name text not null default 'Lantern Hospital'::text,
  time_zone text not null default 'UTC'::text,
  currency text not null default 'USD'::text,
  updated_at timestamp with time zone not null default now(),
  cleans_after_discharge boolean not null default false,
  version integer not null default 1,
  audit_retention_months integer,
  is_named boolean not null generated always as ((name <> 'Lantern Hospital'::text)) stored,
  setup_put_off text[] not null default '{}'::text[],
  label_mark text not null default upper("left"(replace((gen_random_uuid())::text, '-'::text, ''::text), 8)),
  waiting_limit_minutes integer default 60,
  idle_lock_minutes integer default 15,
  address text,
  phone text,
  email text,
  clock_style text not null default '12h'::text,
  temperature_unit text not null default '°C'::text,
  weight_unit text not null default 'kg'::text,
  height_unit text not null default 'cm'::text,
  logo text,
  logo_mark text generated always as ("left"(md5(logo), 16)) stored,
  second_step_of text not null default 'nobody'::text,
  second_step_days integer not null default 7,
  second_step_since timestamp with time zone,
  invitation_only boolean not null default false,
  countersigned_acts text[] not null default '{}'::text[],
  reminder_hours smallint,
  tells_changes boolean not null default false,
  messages_name_clinic boolean not null default false,
  feeds_name_patients boolean not null default false,
  books_from_home boolean not null default false,
  constraint hospital_pkey PRIMARY KEY (only_one),
  constraint hospital_address_is_lines CHECK (address !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint hospital_address_is_short CHECK (address ~ '\S'::text AND length(address) <= 300),
  constraint hospital_audit_retention_bounded CHECK (audit_retention_months >= 24 AND audit_retention_months <= 240),
  constraint hospital_clock_style CHECK (clock_style = ANY (ARRAY['12h'::text, '24h'::text])),
  constraint hospital_countersigns_known_acts CHECK (countersigned_acts <@ ARRAY['ALLERGY_OVERRIDE'::text, 'CONTROLLED_DISPOSAL'::text, 'RECORD_MERGE'::text]),
  constraint hospital_currency_is_code CHECK (currency ~ '^[A-Z]{3}$'::text) NOT VALID,
  constraint hospital_email_is_short CHECK (email ~ '\S'::text AND length(email) <= 254),
  constraint hospital_has_name CHECK (name ~ '\S'::text) NOT VALID,
  constraint hospital_height_unit CHECK (height_unit = ANY (ARRAY['cm'::text, 'in'::text])),
  constraint hospital_idle_lock CHECK (idle_lock_minutes >= 1 AND idle_lock_minutes <= 480),
  constraint hospital_label_mark CHECK (label_mark ~ '^[0-9A-F]{8}$'::text),
  constraint hospital_logo_is_small_picture CHECK (logo ~ '^data:image/(png|webp|jpeg);base64,[A-Za-z0-9+/]+=*$'::text AND length(logo) <= 140000),
  constraint hospital_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint hospital_only_one CHECK (only_one),
  constraint hospital_phone_is_line CHECK (phone !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint hospital_phone_is_short CHECK (phone ~ '\S'::text AND length(phone) <= 50),
  constraint hospital_reminder_hours CHECK (reminder_hours >= 1 AND reminder_hours <= 336),
  constraint hospital_second_step_days CHECK (second_step_days >= 0 AND second_step_days <= 90),
  constraint hospital_second_step_of CHECK (second_step_of = ANY (ARRAY['nobody'::text, 'admins'::text, 'everyone'::text])),
  constraint hospital_second_step_since CHECK ((second_step_of = 'nobody'::text) = (second_step_since IS NULL)),
  constraint hospital_setup_steps CHECK (setup_put_off <@ ARRAY['hospital'::text, 'beds'::text, 'colleagues'::text, 'stock'::text, 'patients'::text]),
  constraint hospital_temperature_unit CHECK (temperature_unit = ANY (ARRAY['°C'::text, '°F'::text])),
  constraint hospital_waiting_limit CHECK (waiting_limit_minutes >= 5 AND waiting_limit_minutes <= 480),
  constraint hospital_weight_unit CHECK (weight_unit = ANY (ARRAY['kg'::text, 'lb'::text]))
);
CREATE TRIGGER hospital_live AFTER UPDATE ON hospital FOR EACH ROW EXECUTE FUNCTION tell_hospital();
CREATE TRIGGER hospital_second_step BEFORE UPDATE OF second_step_of ON hospital FOR EACH ROW WHEN (new.second_step_of <> old.second_step_of) EXECUTE FUNCTION begin_second_step();
CREATE TRIGGER hospital_time_zone BEFORE UPDATE OF time_zone ON hospital FOR EACH ROW WHEN (new.time_zone <> old.time_zone) EXECUTE FUNCTION keep_time_zone();

create table hospital_export (
  id uuid not null default gen_random_uuid(),
  staff_id uuid not null,
  confirmed_at timestamp with time zone not null default clock_timestamp(),
  begun_at timestamp with time zone,
  is_encrypted boolean,
  ended_at timestamp with time zone,
  bytes bigint,
  constraint hospital_export_pkey PRIMARY KEY (id),
  constraint hospital_export_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint hospital_export_begins_after_confirmation CHECK (begun_at >= confirmed_at),
  constraint hospital_export_begun_is_known CHECK ((begun_at IS NULL) = (is_encrypted IS NULL)),
  constraint hospital_export_bytes CHECK (bytes > 0),
  constraint hospital_export_ends_after_begin CHECK (ended_at IS NULL OR begun_at IS NOT NULL),
  constraint hospital_export_whole_has_ended CHECK (bytes IS NULL OR ended_at IS NOT NULL)
);
CREATE INDEX hospital_export_latest ON public.hospital_export USING btree (begun_at DESC) WHERE (begun_at IS NOT NULL);
CREATE TRIGGER hospital_export_live AFTER UPDATE OF begun_at, ended_at ON hospital_export FOR EACH ROW EXECUTE FUNCTION tell_change('hospital-export');
CREATE TRIGGER hospital_export_told AFTER UPDATE OF begun_at ON hospital_export FOR EACH ROW WHEN (old.begun_at IS NULL AND new.begun_at IS NOT NULL) EXECUTE FUNCTION tell_hospital_exported();

create table idempotent_reply (
  staff_id uuid not null,
  key text not null,
  request_hash text not null,
  reply jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotent_reply_once PRIMARY KEY (staff_id, key)
);
CREATE INDEX idempotent_reply_age ON public.idempotent_reply USING btree (created_at);

create table identifier_system (
  id uuid not null default gen_random_uuid(),
  name text not null,
  kind text not null,
  pattern text,
  check_digit text,
  is_exclusive boolean not null,
  version integer not null default 1,
  retired_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint identifier_system_pkey PRIMARY KEY (id),
  constraint identifier_system_exclusive_once UNIQUE (id, is_exclusive),
  constraint identifier_system_check_digit CHECK (check_digit = ANY (ARRAY['LUHN'::text, 'MOD11'::text, 'VERHOEFF'::text, 'MOD97'::text])),
  constraint identifier_system_kind CHECK (kind = ANY (ARRAY['NATIONAL'::text, 'INSURANCE'::text, 'PASSPORT'::text, 'FORMER_NUMBER'::text, 'OTHER'::text])),
  constraint identifier_system_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint identifier_system_name_is_short CHECK (name ~ '\S'::text AND length(name) <= 40),
  constraint identifier_system_pattern_is_line CHECK (pattern !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint identifier_system_pattern_is_short CHECK (pattern ~ '\S'::text AND length(pattern) <= 120)
);
CREATE UNIQUE INDEX identifier_system_name_once ON public.identifier_system USING btree (fold(name)) WHERE (retired_at IS NULL);
CREATE TRIGGER identifier_system_live AFTER INSERT OR UPDATE ON identifier_system FOR EACH ROW EXECUTE FUNCTION tell_identifier_system();
CREATE TRIGGER identifier_systems_at_most_12_again BEFORE UPDATE OF retired_at ON identifier_system FOR EACH ROW WHEN (old.retired_at IS NOT NULL AND new.retired_at IS NULL) EXECUTE FUNCTION keep_identifier_systems_few();
CREATE TRIGGER identifier_systems_at_most_12_new BEFORE INSERT ON identifier_system FOR EACH ROW EXECUTE FUNCTION keep_identifier_systems_few();

create table import_batch (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  state text not null default 'UPLOADING'::text,
  file_name text not null,
  file_hash text,
  bytes integer not null default 0,
  parts integer not null default 0,
  columns jsonb not null default '[]'::jsonb,
  mapping jsonb,
  is_mapped_as_before boolean not null default false,
  rows integer not null default 0,
  next_line integer not null default 0,
  done integer not null default 0,
  total integer not null default 0,
  ready integer not null default 0,
  known integer not null default 0,
  possible integer not null default 0,
  rejected integer not null default 0,
  imported integer not null default 0,
  removed integer not null default 0,
  kept integer not null default 0,
  worked_since timestamp with time zone,
  worked_by uuid,
  problem_words text,
  made_by uuid not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  rows_deleted_at timestamp with time zone,
  constraint import_batch_pkey PRIMARY KEY (id),
  constraint import_batch_made_by_fkey FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint import_batch_worked_by_fkey FOREIGN KEY (worked_by) REFERENCES staff(id),
  constraint import_batch_file_name_is_line CHECK (file_name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint import_batch_file_name_is_short CHECK (file_name ~ '\S'::text AND length(file_name) <= 255),
  constraint import_batch_is_small CHECK (bytes <= 67108864),
  constraint import_batch_kind CHECK (kind = ANY (ARRAY['PATIENTS'::text, 'SUPPLIERS'::text, 'BEDS'::text, 'STOCK'::text, 'STAFF'::text, 'APPOINTMENTS'::text])),
  constraint import_batch_state CHECK (state = ANY (ARRAY['UPLOADING'::text, 'READING'::text, 'UNREADABLE'::text, 'READ'::text, 'CHECKING'::text, 'CHECKED'::text, 'COMMITTING'::text, 'STOPPED'::text, 'COMMITTED'::text, 'UNDOING'::text, 'UNDONE'::text, 'DISCARDED'::text]))
);
CREATE INDEX import_batch_by_hash ON public.import_batch USING btree (file_hash) WHERE (file_hash IS NOT NULL);
CREATE INDEX import_batch_by_time ON public.import_batch USING btree (created_at, id);
CREATE UNIQUE INDEX import_one_at_a_time ON public.import_batch USING btree ((true)) WHERE (state = ANY (ARRAY['CHECKING'::text, 'COMMITTING'::text, 'UNDOING'::text]));
CREATE TRIGGER import_live AFTER INSERT OR UPDATE ON import_batch FOR EACH ROW EXECUTE FUNCTION tell_import();

create table import_part (
  batch_id uuid not null,
  part integer not null,
  content bytea not null,
  constraint import_part_once PRIMARY KEY (batch_id, part),
  constraint import_part_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES import_batch(id)
);

create table import_profile (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  headers_hash text not null,
  headers text[] not null,
  mapping jsonb not null,
  made_by uuid not null,
  updated_at timestamp with time zone not null default now(),
  constraint import_profile_pkey PRIMARY KEY (id),
  constraint import_profile_once UNIQUE (kind, headers_hash),
  constraint import_profile_made_by_fkey FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint import_profile_kind CHECK (kind = ANY (ARRAY['PATIENTS'::text, 'SUPPLIERS'::text, 'BEDS'::text, 'STOCK'::text, 'STAFF'::text, 'APPOINTMENTS'::text]))
);

create table import_row (
  batch_id uuid not null,
  line integer not null,
  cells text[] not null,
  state text not null default 'NEW'::text,
  record jsonb,
  problems jsonb not null default '[]'::jsonb,
  record_id uuid,
  constraint import_row_once PRIMARY KEY (batch_id, line),
  constraint import_row_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES import_batch(id),
  constraint import_row_state CHECK (state = ANY (ARRAY['NEW'::text, 'READY'::text, 'KNOWN'::text, 'POSSIBLE'::text, 'REJECTED'::text, 'IMPORTED'::text, 'REMOVED'::text, 'KEPT'::text]))
);
CREATE INDEX import_row_by_state ON public.import_row USING btree (batch_id, state, line);

create table inventory_item (
  id uuid not null default gen_random_uuid(),
  name text not null,
  category item_category not null,
  description text,
  unit item_unit not null,
  reorder_level numeric(14,3) not null,
  cost numeric(14,2) not null,
  supplier_id uuid,
  location_id uuid,
  notes text,
  quantity numeric(14,3) not null default 0,
  next_expiry date,
  expiry_key date not null generated always as (COALESCE(next_expiry, '9999-12-31'::date)) stored,
  is_low boolean not null generated always as ((quantity <= reorder_level)) stored,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  name_key text not null generated always as ("left"(fold(name), 200)) stored,
  search_text text not null generated always as (searchable(((name || ' '::text) || COALESCE(description, ''::text)))) stored,
  current_id uuid generated always as (
CASE
    WHEN (retired_at IS NULL) THEN id
    ELSE NULL::uuid
END) stored,
  worth numeric(24,2) not null default 0,
  pack_size numeric(14,3),
  is_controlled boolean not null default false,
  constraint inventory_item_pkey PRIMARY KEY (id),
  constraint inventory_item_current_once UNIQUE (current_id),
  constraint inventory_item_location_id_fkey FOREIGN KEY (location_id) REFERENCES storage_location(id),
  constraint inventory_item_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES supplier(id),
  constraint inventory_item_description_is_line CHECK (description !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint inventory_item_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint inventory_item_notes_is_lines CHECK (notes !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint item_cost_bounded CHECK (cost <= 999999999::numeric) NOT VALID,
  constraint item_cost_not_negative CHECK (cost >= 0::numeric),
  constraint item_never_below_zero CHECK (quantity >= 0::numeric),
  constraint item_pack_size_above_zero CHECK (pack_size > 0::numeric AND pack_size <= 999999999::numeric),
  constraint item_reorder_level_bounded CHECK (reorder_level <= 999999999::numeric) NOT VALID,
  constraint item_reorder_level_not_negative CHECK (reorder_level >= 0::numeric),
  constraint item_retired_when_empty CHECK (retired_at IS NULL OR quantity = 0::numeric),
  constraint item_value_bounded CHECK ((quantity * cost) <= 999999999999.99) NOT VALID
);
CREATE INDEX item_by_category ON public.inventory_item USING btree (category, name_key, id) WHERE (retired_at IS NULL);
CREATE INDEX item_by_cost ON public.inventory_item USING btree (cost, id) WHERE (retired_at IS NULL);
CREATE INDEX item_by_expiry ON public.inventory_item USING btree (expiry_key, id) WHERE (retired_at IS NULL);
CREATE INDEX item_by_name ON public.inventory_item USING btree (name_key, id) INCLUDE (search_text) WHERE (retired_at IS NULL);
CREATE INDEX item_by_quantity ON public.inventory_item USING btree (quantity, id) WHERE (retired_at IS NULL);
CREATE INDEX item_low ON public.inventory_item USING btree (name_key, id) WHERE ((retired_at IS NULL) AND is_low);
CREATE INDEX item_low_by_cost ON public.inventory_item USING btree (cost, id) WHERE ((retired_at IS NULL) AND is_low);
CREATE INDEX item_low_by_expiry ON public.inventory_item USING btree (expiry_key, id) WHERE ((retired_at IS NULL) AND is_low);
CREATE INDEX item_low_by_quantity ON public.inventory_item USING btree (quantity, id) WHERE ((retired_at IS NULL) AND is_low);
CREATE UNIQUE INDEX item_name_once ON public.inventory_item USING btree (name_key, unit) WHERE (retired_at IS NULL);
CREATE INDEX item_search ON public.inventory_item USING gin (search_text gin_trgm_ops) WITH (fastupdate=off) WHERE (retired_at IS NULL);
CREATE INDEX item_search_later ON public.inventory_item USING gin (substr(search_text, 2) gin_trgm_ops) WITH (fastupdate=off) WHERE (retired_at IS NULL);
CREATE INDEX item_search_short ON public.inventory_item USING gin (short_parts(search_text)) WITH (fastupdate=off) WHERE (retired_at IS NULL);
CREATE TRIGGER inventory_item_live AFTER INSERT OR UPDATE ON inventory_item FOR EACH ROW EXECUTE FUNCTION tell_change('inventory-item');
CREATE CONSTRAINT TRIGGER item_accounted AFTER INSERT OR UPDATE OF quantity, next_expiry, reorder_level, cost, category, retired_at ON inventory_item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION account_for_item();
CREATE TRIGGER item_stays_controlled BEFORE UPDATE OF is_controlled ON inventory_item FOR EACH ROW WHEN (old.is_controlled AND NOT new.is_controlled) EXECUTE FUNCTION keep_stock_controlled();

create table invitation (
  id uuid not null default gen_random_uuid(),
  token_hash text not null,
  offered_roles role_name[] not null,
  made_by uuid not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  first_name text,
  last_name text,
  email text,
  is_mailed boolean not null default false,
  mailed_at timestamp with time zone,
  own_offered_roles text[] not null default '{}'::text[],
  constraint invitation_pkey PRIMARY KEY (id),
  constraint invitation_token_once UNIQUE (token_hash),
  constraint invitation_made_by_fkey FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint invitation_ends_once CHECK (used_at IS NULL OR withdrawn_at IS NULL),
  constraint invitation_first_name_is_line CHECK (first_name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint invitation_last_name_is_line CHECK (last_name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint invitation_mailed_to_somebody CHECK (NOT is_mailed OR email IS NOT NULL),
  constraint invitation_offers_a_role CHECK ((cardinality(offered_roles) + cardinality(own_offered_roles)) > 0)
);
CREATE INDEX invitation_made_by ON public.invitation USING btree (made_by);
CREATE TRIGGER invitation_live AFTER INSERT OR UPDATE ON invitation FOR EACH ROW EXECUTE FUNCTION tell_change('invitation');
CREATE TRIGGER invitation_offered_roles_known BEFORE INSERT ON invitation FOR EACH ROW EXECUTE FUNCTION require_roles();

create table jwks (
  id uuid not null default gen_random_uuid(),
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  constraint jwks_pkey PRIMARY KEY (id)
);

create table mail (
  id uuid not null default gen_random_uuid(),
  kind mail_kind not null,
  staff_id uuid,
  asked_at timestamp with time zone not null,
  tries integer not null default 0,
  try_at timestamp with time zone,
  sent_at timestamp with time zone,
  invitation_id uuid,
  order_id uuid,
  pending_sign_up_id uuid,
  constraint mail_pkey PRIMARY KEY (id),
  constraint mail_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitation(id) ON DELETE CASCADE,
  constraint mail_order_id_fkey FOREIGN KEY (order_id) REFERENCES purchase_order(id) ON DELETE CASCADE,
  constraint mail_pending_sign_up_id_fkey FOREIGN KEY (pending_sign_up_id) REFERENCES pending_sign_up(id) ON DELETE CASCADE,
  constraint mail_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE,
  constraint mail_sent_once CHECK (sent_at IS NULL OR try_at IS NULL)
);
CREATE INDEX mail_age ON public.mail USING btree (asked_at);
CREATE INDEX mail_due ON public.mail USING btree (try_at) WHERE (try_at IS NOT NULL);
CREATE INDEX mail_of_invitation ON public.mail USING btree (invitation_id) WHERE (invitation_id IS NOT NULL);
CREATE INDEX mail_of_order ON public.mail USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX mail_of_sign_up ON public.mail USING btree (pending_sign_up_id) WHERE (pending_sign_up_id IS NOT NULL);
CREATE INDEX mail_of_staff ON public.mail USING btree (staff_id, asked_at);
CREATE TRIGGER mail_of_invitation_sent AFTER UPDATE OF sent_at ON mail FOR EACH ROW WHEN (new.invitation_id IS NOT NULL AND new.sent_at IS NOT NULL) EXECUTE FUNCTION note_mailed_invitation();
CREATE TRIGGER mail_of_order_sent AFTER UPDATE OF sent_at ON mail FOR EACH ROW WHEN (new.order_id IS NOT NULL AND new.sent_at IS NOT NULL) EXECUTE FUNCTION note_mailed_order();

create table medication (
  id uuid not null default gen_random_uuid(),
  patient_id uuid not null,
  name text not null,
  dose numeric(11,4) not null,
  unit dose_unit not null,
  route medication_route not null,
  frequency medication_frequency not null,
  instructions text,
  starts_on date not null,
  ends_on date,
  reason text,
  allergy text,
  allergy_reason text,
  admission_id uuid,
  replaces_id uuid,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  recorded_by uuid not null,
  struck_at timestamp with time zone,
  struck_by uuid,
  struck_reason text,
  weight numeric(5,2),
  dose_question text,
  dose_reason text,
  countersignature_id uuid,
  constraint medication_pkey PRIMARY KEY (id),
  constraint medication_changed_once UNIQUE (replaces_id),
  constraint medication_of_patient UNIQUE (id, patient_id),
  constraint medication_admission_id_fkey FOREIGN KEY (admission_id) REFERENCES admission(id),
  constraint medication_countersignature_known FOREIGN KEY (countersignature_id) REFERENCES countersignature(id),
  constraint medication_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint medication_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES staff(id),
  constraint medication_replaces_of_patient FOREIGN KEY (replaces_id, patient_id) REFERENCES medication(id, patient_id),
  constraint medication_struck_by_fkey FOREIGN KEY (struck_by) REFERENCES staff(id),
  constraint medication_allergy_is_lines CHECK (allergy !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint medication_allergy_reason_is_lines CHECK (allergy_reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint medication_allergy_with_reason CHECK (num_nonnulls(allergy, allergy_reason) = ANY (ARRAY[0, 2])),
  constraint medication_dose_above_0 CHECK (dose > 0::numeric),
  constraint medication_dose_question_is_lines CHECK (dose_question !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint medication_dose_question_with_reason CHECK (num_nonnulls(dose_question, dose_reason) = ANY (ARRAY[0, 2])),
  constraint medication_dose_reason_is_lines CHECK (dose_reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint medication_ends_after_start CHECK (ends_on >= starts_on),
  constraint medication_has_name CHECK (btrim(name) <> ''::text),
  constraint medication_instructions_is_line CHECK (instructions !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint medication_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint medication_reason_is_line CHECK (reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint medication_struck_reason_is_lines CHECK (struck_reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint medication_struck_with_reason CHECK (num_nonnulls(struck_at, struck_by, struck_reason) = ANY (ARRAY[0, 3])),
  constraint medication_weight_above_0 CHECK (weight > 0::numeric)
);
CREATE INDEX medication_by_patient ON public.medication USING btree (patient_id, recorded_at, id);
CREATE INDEX medication_by_time ON public.medication USING btree (recorded_at, id) WHERE (struck_at IS NULL);
CREATE UNIQUE INDEX medication_countersigned_once ON public.medication USING btree (countersignature_id) WHERE (countersignature_id IS NOT NULL);
CREATE INDEX medication_in_stay ON public.medication USING btree (admission_id) WHERE (admission_id IS NOT NULL);
CREATE TRIGGER medication_countersigned BEFORE INSERT ON medication FOR EACH ROW WHEN (new.allergy IS NOT NULL OR new.countersignature_id IS NOT NULL) EXECUTE FUNCTION keep_override_countersigned();
CREATE TRIGGER medication_kept BEFORE INSERT ON medication FOR EACH ROW EXECUTE FUNCTION keep_clinical_entry('recorded_at');
CREATE TRIGGER medication_live AFTER INSERT OR UPDATE ON medication FOR EACH ROW EXECUTE FUNCTION tell_clinical_entry('medication');
CREATE TRIGGER medication_struck BEFORE UPDATE ON medication FOR EACH ROW EXECUTE FUNCTION strike_clinical_entry();

create table medication_stop (
  id uuid not null,
  patient_id uuid not null,
  stopped_at timestamp with time zone not null default clock_timestamp(),
  stopped_by uuid not null,
  reason text not null,
  constraint medication_stopped_once PRIMARY KEY (id),
  constraint medication_stop_of_patient FOREIGN KEY (id, patient_id) REFERENCES medication(id, patient_id),
  constraint medication_stop_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES staff(id),
  constraint medication_stop_reason_is_lines CHECK (reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text)
);
CREATE INDEX medication_stop_of_patient_by_time ON public.medication_stop USING btree (patient_id, stopped_at, id);
CREATE TRIGGER medication_stop_live AFTER INSERT ON medication_stop FOR EACH ROW EXECUTE FUNCTION tell_clinical_entry('medication');

create table migration (
  name text not null,
  at timestamp with time zone not null default now(),
  sum text,
  constraint migration_pkey PRIMARY KEY (name)
);

create table mrn_counter (
  only_one boolean not null default true,
  last_number integer not null,
  constraint mrn_counter_pkey PRIMARY KEY (only_one),
  constraint mrn_counter_only_one CHECK (only_one)
);

create table news2_alert (
  id uuid not null,
  patient_id uuid not null,
  score smallint not null,
  raised_at timestamp with time zone not null default clock_timestamp(),
  doctors_told_at timestamp with time zone,
  acknowledged_at timestamp with time zone,
  acknowledged_by uuid,
  constraint news2_alert_pkey PRIMARY KEY (id),
  constraint news2_alert_acknowledged_by_fkey FOREIGN KEY (acknowledged_by) REFERENCES staff(id),
  constraint news2_alert_id_fkey FOREIGN KEY (id) REFERENCES vital_signs(id),
  constraint news2_alert_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint news2_alert_acknowledged_by_someone CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL)),
  constraint news2_alert_is_high CHECK (score >= 7 AND score <= 20)
);
CREATE INDEX news2_alert_of_patient ON public.news2_alert USING btree (patient_id);
CREATE INDEX news2_alert_unacknowledged ON public.news2_alert USING btree (raised_at) WHERE (acknowledged_at IS NULL);
CREATE TRIGGER news2_alert_acknowledged BEFORE UPDATE OF acknowledged_by ON news2_alert FOR EACH ROW WHEN (old.acknowledged_by IS DISTINCT FROM new.acknowledged_by) EXECUTE FUNCTION acknowledge_news2_alert();
CREATE TRIGGER news2_alert_live AFTER INSERT OR UPDATE ON news2_alert FOR EACH ROW EXECUTE FUNCTION tell_clinical_entry('news2-alert');
CREATE CONSTRAINT TRIGGER news2_alert_notified AFTER INSERT OR UPDATE ON news2_alert DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION news2_alerts_changed();

create table notification (
  id uuid not null default gen_random_uuid(),
  staff_id uuid not null,
  kind notification_kind not null,
  cause uuid not null,
  role role_name,
  score smallint,
  raised_at timestamp with time zone not null default clock_timestamp(),
  read_at timestamp with time zone,
  own_role text,
  constraint notification_pkey PRIMARY KEY (id),
  constraint notification_once UNIQUE NULLS NOT DISTINCT (cause, staff_id, role, own_role),
  constraint notification_own_role_known FOREIGN KEY (own_role) REFERENCES role(name),
  constraint notification_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint notification_role_granted CHECK ((kind = 'ROLE_GRANTED'::notification_kind) = (role IS NOT NULL OR own_role IS NOT NULL)),
  constraint notification_scored CHECK ((kind = 'HIGH_NEWS2'::notification_kind) = (score IS NOT NULL))
);
CREATE INDEX notification_age ON public.notification USING btree (raised_at);
CREATE INDEX notification_of_staff ON public.notification USING btree (staff_id, raised_at DESC, id DESC);
CREATE INDEX notification_unread ON public.notification USING btree (staff_id, raised_at DESC) WHERE (read_at IS NULL);
CREATE TRIGGER notification_bounded BEFORE INSERT ON notification FOR EACH ROW WHEN (new.kind = 'DEMO_REQUEST'::notification_kind) EXECUTE FUNCTION bound_told_demo_requests();
CREATE TRIGGER notification_gone AFTER DELETE ON notification FOR EACH ROW WHEN (old.raised_at > (now() - '30 days'::interval)) EXECUTE FUNCTION tell_notification();
CREATE TRIGGER notification_live AFTER INSERT OR UPDATE ON notification FOR EACH ROW EXECUTE FUNCTION tell_notification();

create table notification_choice (
  staff_id uuid not null,
  off notification_kind[] not null default '{}'::notification_kind[],
  constraint notification_choice_pkey PRIMARY KEY (staff_id),
  constraint notification_choice_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
);
CREATE TRIGGER notification_choice_notified AFTER INSERT OR UPDATE ON notification_choice FOR EACH ROW EXECUTE FUNCTION notify_of_choice();

create table online_booking (
  id uuid not null,
  clinic_id uuid not null,
  first_name text not null,
  last_name text not null,
  date_of_birth date not null,
  phone text not null,
  email text not null,
  email_key text not null generated always as (lower(((replace(split_part(split_part(email, '@'::text, 1), '+'::text, 1), '.'::text, ''::text) || '@'::text) || split_part(email, '@'::text, 2)))) stored,
  network text not null,
  asked_at timestamp with time zone not null default clock_timestamp(),
  code_hash text,
  tries smallint not null default 0,
  confirmed_at timestamp with time zone,
  link_hash text,
  answer online_booking_answer,
  answered_at timestamp with time zone,
  answered_by uuid,
  appointment_id uuid,
  mail online_booking_mail,
  mail_at timestamp with time zone,
  mail_tries smallint not null default 0,
  constraint online_booking_pkey PRIMARY KEY (id),
  constraint online_booking_link_once UNIQUE (link_hash),
  constraint online_booking_answered_by FOREIGN KEY (answered_by) REFERENCES staff(id),
  constraint online_booking_became FOREIGN KEY (appointment_id) REFERENCES appointment(id),
  constraint online_booking_holds_place FOREIGN KEY (id) REFERENCES slot_hold(id) DEFERRABLE INITIALLY DEFERRED,
  constraint online_booking_in_clinic FOREIGN KEY (clinic_id) REFERENCES clinic(id),
  constraint online_booking_answered CHECK ((answer IS NULL) = (answered_at IS NULL)),
  constraint online_booking_booked CHECK ((NOT answer IS DISTINCT FROM 'BOOKED'::online_booking_answer) = (appointment_id IS NOT NULL)),
  constraint online_booking_confirmed_first CHECK (answer IS NULL OR confirmed_at IS NOT NULL),
  constraint online_booking_email CHECK (length(email) >= 3 AND length(email) <= 254 AND email ~~ '%_@_%'::text),
  constraint online_booking_first_name CHECK (length(first_name) >= 1 AND length(first_name) <= 100),
  constraint online_booking_first_name_is_line CHECK (first_name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint online_booking_last_name CHECK (length(last_name) >= 1 AND length(last_name) <= 100),
  constraint online_booking_last_name_is_line CHECK (last_name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint online_booking_phone CHECK (length(phone) >= 1 AND length(phone) <= 40),
  constraint online_booking_phone_is_line CHECK (phone !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint online_booking_tries CHECK (tries >= 0 AND tries <= 5)
);
CREATE INDEX online_booking_asked ON public.online_booking USING btree (asked_at);
CREATE INDEX online_booking_mail_due ON public.online_booking USING btree (mail_at) WHERE (mail_at IS NOT NULL);
CREATE INDEX online_booking_of_email ON public.online_booking USING btree (email_key, asked_at);
CREATE INDEX online_booking_of_network ON public.online_booking USING btree (network, asked_at);
CREATE UNIQUE INDEX online_booking_once_an_appointment ON public.online_booking USING btree (appointment_id) WHERE (appointment_id IS NOT NULL);
CREATE INDEX online_booking_open ON public.online_booking USING btree (confirmed_at, id) WHERE ((confirmed_at IS NOT NULL) AND (answer IS NULL));
CREATE TRIGGER online_booking_confirmed BEFORE UPDATE OF confirmed_at ON online_booking FOR EACH ROW WHEN (old.confirmed_at IS NULL AND new.confirmed_at IS NOT NULL) EXECUTE FUNCTION keep_confirmed_place();
CREATE TRIGGER online_booking_guessed AFTER UPDATE OF tries ON online_booking FOR EACH ROW WHEN (new.tries = 5 AND new.confirmed_at IS NULL) EXECUTE FUNCTION free_guessed_place();
CREATE TRIGGER online_booking_live AFTER UPDATE OF confirmed_at, answer ON online_booking FOR EACH ROW WHEN (new.confirmed_at IS NOT NULL) EXECUTE FUNCTION tell_online_booking();
CREATE TRIGGER online_booking_notified AFTER UPDATE OF confirmed_at ON online_booking FOR EACH ROW WHEN (old.confirmed_at IS NULL AND new.confirmed_at IS NOT NULL) EXECUTE FUNCTION notify_of_online_booking();
CREATE TRIGGER online_booking_paced BEFORE INSERT ON online_booking FOR EACH ROW EXECUTE FUNCTION pace_online_bookings();

create table passkey (
  id uuid not null default gen_random_uuid(),
  staff_id uuid not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  made_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_once UNIQUE (credential_id),
  constraint passkey_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE,
  constraint passkey_has_name CHECK (name ~ '\S'::text),
  constraint passkey_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text)
);
CREATE INDEX passkey_of_staff ON public.passkey USING btree (staff_id);

create table patient (
  id uuid not null default gen_random_uuid(),
  mrn_number integer not null default next_mrn_number(),
  mrn text collate "C" not null generated always as (('MRN'::text ||
CASE
    WHEN (mrn_number < 10000) THEN lpad((mrn_number)::text, 4, '0'::text)
    ELSE (mrn_number)::text
END)) stored,
  first_name text not null,
  last_name text not null,
  date_of_birth date not null,
  gender gender not null,
  contact_number text not null,
  email text,
  address text not null,
  blood_group text,
  allergies text,
  medical_history text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  deceased_at timestamp with time zone,
  admittable_id uuid generated always as (
CASE
    WHEN ((retired_at IS NULL) AND (deceased_at IS NULL)) THEN id
    ELSE NULL::uuid
END) stored,
  first_name_key text collate "C" not null generated always as (sort_key(first_name)) stored,
  last_name_key text collate "C" not null generated always as (sort_key(last_name)) stored,
  search_text text not null generated always as (searchable((((((((((((((first_name || ' '::text) || last_name) || ' '::text) || first_name) || ' '::text) || 'MRN'::text) ||
CASE
    WHEN (mrn_number < 10000) THEN lpad((mrn_number)::text, 4, '0'::text)
    ELSE (mrn_number)::text
END) || ' '::text) || contact_number) || ' '::text) || regexp_replace(contact_number, '\D'::text, ''::text, 'g'::text)) || ' '::text) || COALESCE(email, ''::text)))) stored,
  allergens jsonb not null default '[]'::jsonb,
  restricted_since timestamp with time zone,
  restriction_version integer not null default 1,
  photo_mark text,
  birth_precision birth_precision not null default 'DAY'::birth_precision,
  merged_into uuid,
  has_merged boolean not null default false,
  constraint patient_pkey PRIMARY KEY (id),
  constraint patient_admittable_once UNIQUE (admittable_id),
  constraint patient_mrn_once UNIQUE (mrn_number),
  constraint patient_merged_into_patient FOREIGN KEY (merged_into) REFERENCES patient(id),
  constraint patient_address_is_lines CHECK (address !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint patient_allergies_is_lines CHECK (allergies !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint patient_birth_is_first_day CHECK (
CASE birth_precision
    WHEN 'DAY'::birth_precision THEN true
    WHEN 'MONTH'::birth_precision THEN EXTRACT(day FROM date_of_birth) = 1::numeric
    ELSE EXTRACT(doy FROM date_of_birth) = 1::numeric
END),
  constraint patient_blood_group CHECK (blood_group = ANY (ARRAY['A+'::text, 'A-'::text, 'B+'::text, 'B-'::text, 'AB+'::text, 'AB-'::text, 'O+'::text, 'O-'::text])),
  constraint patient_contact_number_is_line CHECK (contact_number !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint patient_first_name_is_line CHECK (first_name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint patient_last_name_is_line CHECK (last_name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint patient_medical_history_is_lines CHECK (medical_history !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint patient_merged_into_another CHECK (merged_into <> id) NOT VALID,
  constraint patient_merged_is_retired CHECK (merged_into IS NULL OR retired_at IS NOT NULL) NOT VALID
);
CREATE INDEX patient_by_birth ON public.patient USING btree (date_of_birth, id) WHERE (retired_at IS NULL);
CREATE INDEX patient_by_email ON public.patient USING btree (fold(email) COLLATE "C") WHERE ((retired_at IS NULL) AND (email IS NOT NULL));
CREATE INDEX patient_by_first_name ON public.patient USING btree (first_name_key, last_name_key, id) INCLUDE (search_text) WHERE (retired_at IS NULL);
CREATE INDEX patient_by_last_name ON public.patient USING btree (last_name_key, first_name_key, id) INCLUDE (search_text, mrn_number) WHERE (retired_at IS NULL);
CREATE INDEX patient_by_mrn_text ON public.patient USING btree (mrn, last_name_key, id) WHERE (retired_at IS NULL);
CREATE INDEX patient_by_phone ON public.patient USING btree (phone_key(contact_number)) WHERE (retired_at IS NULL);
CREATE INDEX patient_by_phone_end ON public.patient USING btree (phone_backwards(contact_number) COLLATE "C") WHERE (retired_at IS NULL);
CREATE INDEX patient_by_registration ON public.patient USING btree (created_at) WHERE (retired_at IS NULL);
CREATE INDEX patient_merged ON public.patient USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX patient_newest ON public.patient USING btree (mrn_number) INCLUDE (search_text, last_name_key, first_name_key, id) WHERE (retired_at IS NULL);
CREATE INDEX patient_restricted ON public.patient USING btree (id) WHERE (restricted_since IS NOT NULL);
CREATE INDEX patient_search ON public.patient USING gin (search_text gin_trgm_ops) WITH (fastupdate=off) WHERE (retired_at IS NULL);
CREATE INDEX patient_words ON public.patient USING gin (name_words(((first_name_key || ' '::text) || last_name_key)) gin_trgm_ops) WITH (fastupdate=off) WHERE (retired_at IS NULL);
CREATE CONSTRAINT TRIGGER patient_age_news2 AFTER UPDATE ON patient DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.date_of_birth IS DISTINCT FROM new.date_of_birth) EXECUTE FUNCTION news2_alerts_of_patient_changed();
CREATE TRIGGER patient_born_before_record AFTER UPDATE OF date_of_birth ON patient FOR EACH ROW WHEN (new.date_of_birth > old.date_of_birth) EXECUTE FUNCTION keep_record_after_birth();
CREATE TRIGGER patient_compared_again AFTER UPDATE ON patient FOR EACH ROW WHEN (old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name OR old.date_of_birth IS DISTINCT FROM new.date_of_birth OR old.birth_precision IS DISTINCT FROM new.birth_precision OR old.gender IS DISTINCT FROM new.gender OR old.contact_number IS DISTINCT FROM new.contact_number OR old.email IS DISTINCT FROM new.email OR old.address IS DISTINCT FROM new.address OR old.blood_group IS DISTINCT FROM new.blood_group OR old.retired_at IS DISTINCT FROM new.retired_at OR old.deceased_at IS DISTINCT FROM new.deceased_at OR old.restricted_since IS DISTINCT FROM new.restricted_since) EXECUTE FUNCTION compare_patient_soon();
CREATE TRIGGER patient_compared_new AFTER INSERT ON patient FOR EACH ROW EXECUTE FUNCTION compare_patient_soon();
CREATE TRIGGER patient_counted AFTER INSERT OR UPDATE ON patient FOR EACH ROW EXECUTE FUNCTION count_patients();
CREATE TRIGGER patient_identifiers_end AFTER UPDATE OF retired_at ON patient FOR EACH ROW WHEN (old.retired_at IS NULL AND new.retired_at IS NOT NULL AND new.merged_into IS NULL) EXECUTE FUNCTION end_identifiers_of_deleted();
CREATE TRIGGER patient_live AFTER INSERT OR UPDATE ON patient FOR EACH ROW EXECUTE FUNCTION tell_patient();
CREATE TRIGGER patient_merged_flat AFTER UPDATE OF merged_into ON patient FOR EACH ROW WHEN (old.merged_into IS DISTINCT FROM new.merged_into) EXECUTE FUNCTION keep_merges_flat();
CREATE CONSTRAINT TRIGGER patient_merged_news2 AFTER UPDATE ON patient DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.merged_into IS DISTINCT FROM new.merged_into) EXECUTE FUNCTION news2_alerts_of_merged();
CREATE TRIGGER patient_merged_shown AFTER UPDATE OF merged_into ON patient FOR EACH ROW WHEN (old.merged_into IS DISTINCT FROM new.merged_into) EXECUTE FUNCTION show_merged();
CREATE TRIGGER patient_name_words_added AFTER INSERT ON patient REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION keep_name_words();
CREATE TRIGGER patient_name_words_changed AFTER UPDATE ON patient REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION keep_name_words();
CREATE TRIGGER patient_waits_no_more AFTER UPDATE OF retired_at, deceased_at ON patient FOR EACH ROW WHEN (old.admittable_id IS NOT NULL AND new.admittable_id IS NULL) EXECUTE FUNCTION end_waits_of_patient();

create table patient_contact (
  id uuid not null default gen_random_uuid(),
  patient_id uuid not null,
  name text not null,
  relationship contact_relationship not null,
  relationship_detail text,
  phone text,
  address text,
  is_emergency boolean not null,
  is_guardian boolean not null,
  other_patient_id uuid,
  version integer not null default 1,
  ended_at timestamp with time zone,
  ended_by uuid,
  ended_reason text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint patient_contact_pkey PRIMARY KEY (id),
  constraint contact_is_patient FOREIGN KEY (other_patient_id) REFERENCES patient(id),
  constraint patient_contact_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES staff(id),
  constraint patient_contact_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint contact_emergency_has_phone CHECK (NOT is_emergency OR phone IS NOT NULL),
  constraint contact_ended_by_somebody CHECK ((num_nonnulls(ended_at, ended_by) = ANY (ARRAY[0, 2])) AND (ended_at IS NOT NULL OR ended_reason IS NULL)),
  constraint contact_is_another CHECK (other_patient_id <> patient_id),
  constraint contact_other_in_words CHECK (relationship <> 'OTHER'::contact_relationship OR relationship_detail IS NOT NULL),
  constraint patient_contact_address_is_lines CHECK (address !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint patient_contact_address_is_short CHECK (address ~ '\S'::text AND length(address) <= 500),
  constraint patient_contact_detail_is_short CHECK (relationship_detail ~ '\S'::text AND length(relationship_detail) <= 100),
  constraint patient_contact_ended_reason_is_lines CHECK (ended_reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint patient_contact_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint patient_contact_name_is_short CHECK (name ~ '\S'::text AND length(name) <= 200),
  constraint patient_contact_phone_is_line CHECK (phone !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint patient_contact_phone_is_short CHECK (phone ~ '[0-9]'::text AND length(phone) <= 40),
  constraint patient_contact_reason_is_short CHECK (ended_reason ~ '\S'::text AND length(ended_reason) <= 500),
  constraint patient_contact_relationship_detail_is_line CHECK (relationship_detail !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text)
);
CREATE UNIQUE INDEX contact_listed_once ON public.patient_contact USING btree (patient_id, fold(name), relationship) WHERE (ended_at IS NULL);
CREATE INDEX contact_of_other_patient ON public.patient_contact USING btree (other_patient_id) WHERE (other_patient_id IS NOT NULL);
CREATE INDEX contact_past ON public.patient_contact USING btree (patient_id, ended_at, id) WHERE (ended_at IS NOT NULL);
CREATE TRIGGER contact_kept BEFORE INSERT ON patient_contact FOR EACH ROW EXECUTE FUNCTION require_patient_on_record('contact_needs_patient');
CREATE TRIGGER contact_linked BEFORE INSERT OR UPDATE OF other_patient_id ON patient_contact FOR EACH ROW WHEN (new.other_patient_id IS NOT NULL) EXECUTE FUNCTION require_linked_patient();
CREATE TRIGGER contact_live AFTER INSERT OR UPDATE ON patient_contact FOR EACH ROW EXECUTE FUNCTION tell_clinical_entry('contact');
CREATE TRIGGER contacts_at_most_20 BEFORE INSERT ON patient_contact FOR EACH ROW EXECUTE FUNCTION keep_contacts_few();

create table patient_identifier (
  id uuid not null default gen_random_uuid(),
  patient_id uuid not null,
  system_id uuid not null,
  is_exclusive boolean not null,
  value text not null,
  value_key text not null generated always as (identifier_key(value)) stored,
  version integer not null default 1,
  ended_at timestamp with time zone,
  ended_by uuid,
  ended_reason text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint patient_identifier_pkey PRIMARY KEY (id),
  constraint patient_identifier_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES staff(id),
  constraint patient_identifier_of_system FOREIGN KEY (system_id, is_exclusive) REFERENCES identifier_system(id, is_exclusive) ON UPDATE CASCADE,
  constraint patient_identifier_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint patient_identifier_ended_reason_is_line CHECK (ended_reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint patient_identifier_ended_with_reason CHECK (num_nonnulls(ended_at, ended_reason) = ANY (ARRAY[0, 2])),
  constraint patient_identifier_has_key CHECK (value_key <> ''::text),
  constraint patient_identifier_reason_is_short CHECK (ended_reason ~ '\S'::text AND length(ended_reason) <= 200),
  constraint patient_identifier_value_is_line CHECK (value !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint patient_identifier_value_is_short CHECK (length(value) <= 60)
);
CREATE INDEX patient_identifier_by_key ON public.patient_identifier USING btree (value_key) WHERE (ended_at IS NULL);
CREATE INDEX patient_identifier_of_patient ON public.patient_identifier USING btree (patient_id);
CREATE INDEX patient_identifier_of_system ON public.patient_identifier USING btree (system_id, is_exclusive);
CREATE UNIQUE INDEX patient_identifier_once ON public.patient_identifier USING btree (system_id, value_key) WHERE (is_exclusive AND (ended_at IS NULL));
CREATE UNIQUE INDEX patient_identifier_once_each ON public.patient_identifier USING btree (patient_id, system_id, value_key) WHERE (ended_at IS NULL);
CREATE TRIGGER patient_identifier_compared AFTER INSERT OR UPDATE ON patient_identifier FOR EACH ROW EXECUTE FUNCTION compare_holder_soon();
CREATE TRIGGER patient_identifier_live AFTER INSERT OR UPDATE ON patient_identifier FOR EACH ROW EXECUTE FUNCTION tell_identifier();
CREATE TRIGGER patient_identifier_of_open_system BEFORE INSERT OR UPDATE OF value ON patient_identifier FOR EACH ROW EXECUTE FUNCTION require_open_identifier_system();

create table patient_merge (
  id uuid not null default gen_random_uuid(),
  survivor_id uuid not null,
  merged_id uuid not null,
  merged_at timestamp with time zone not null default clock_timestamp(),
  merged_by uuid not null,
  reason text,
  chosen jsonb not null,
  before jsonb not null,
  moved jsonb not null,
  undone_at timestamp with time zone,
  undone_by uuid,
  undo_reason text,
  countersignature_id uuid,
  constraint patient_merge_pkey PRIMARY KEY (id),
  constraint merge_countersignature_known FOREIGN KEY (countersignature_id) REFERENCES countersignature(id),
  constraint patient_merge_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES staff(id),
  constraint patient_merge_of_merged FOREIGN KEY (merged_id) REFERENCES patient(id),
  constraint patient_merge_of_survivor FOREIGN KEY (survivor_id) REFERENCES patient(id),
  constraint patient_merge_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES staff(id),
  constraint patient_merge_of_two CHECK (survivor_id <> merged_id),
  constraint patient_merge_reason_is_lines CHECK (reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint patient_merge_reason_is_short CHECK (reason ~ '\S'::text AND length(reason) <= 500),
  constraint patient_merge_undo_reason_is_lines CHECK (undo_reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint patient_merge_undo_reason_is_short CHECK (undo_reason ~ '\S'::text AND length(undo_reason) <= 500),
  constraint patient_merge_undone_by_somebody CHECK ((num_nonnulls(undone_at, undone_by) = ANY (ARRAY[0, 2])) AND (undone_at IS NOT NULL OR undo_reason IS NULL))
);
CREATE UNIQUE INDEX merge_countersigned_once ON public.patient_merge USING btree (countersignature_id) WHERE (countersignature_id IS NOT NULL);
CREATE INDEX patient_merge_of_survivor ON public.patient_merge USING btree (survivor_id, merged_at);
CREATE UNIQUE INDEX patient_merge_once ON public.patient_merge USING btree (merged_id) WHERE (undone_at IS NULL);
CREATE TRIGGER merge_countersigned BEFORE INSERT ON patient_merge FOR EACH ROW EXECUTE FUNCTION keep_merge_countersigned();

create table patient_message (
  id uuid not null default gen_random_uuid(),
  appointment_id uuid not null,
  kind patient_message_kind not null,
  channel patient_message_channel not null,
  speaks_of timestamp without time zone not null,
  asked_at timestamp with time zone not null default now(),
  try_at timestamp with time zone,
  tries smallint not null default 0,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure patient_message_failure,
  phoned_at timestamp with time zone,
  phoned_by uuid,
  constraint patient_message_pkey PRIMARY KEY (id),
  constraint patient_message_once UNIQUE (appointment_id, kind, channel, speaks_of),
  constraint patient_message_of_appointment FOREIGN KEY (appointment_id) REFERENCES appointment(id),
  constraint patient_message_phoned_by FOREIGN KEY (phoned_by) REFERENCES staff(id),
  constraint patient_message_failed_why CHECK (failed_at IS NULL OR failure IS NOT NULL),
  constraint patient_message_phoned CHECK ((phoned_at IS NULL) = (phoned_by IS NULL)),
  constraint patient_message_waits_unsent CHECK (try_at IS NULL OR sent_at IS NULL AND phoned_at IS NULL)
);
CREATE INDEX patient_message_due ON public.patient_message USING btree (try_at) WHERE (try_at IS NOT NULL);
CREATE INDEX patient_message_failed ON public.patient_message USING btree (failed_at) WHERE ((failed_at IS NOT NULL) AND (try_at IS NOT NULL));
CREATE TRIGGER patient_message_live AFTER UPDATE ON patient_message FOR EACH ROW WHEN (old.failed_at IS NOT NULL OR new.failed_at IS NOT NULL) EXECUTE FUNCTION tell_change('patient-message');

create table patient_name_word (
  word text collate "C" not null,
  sound text generated always as (NULLIF(dmetaphone(word), ''::text)) stored,
  constraint patient_name_word_pkey PRIMARY KEY (word)
);
CREATE INDEX patient_name_word_alike ON public.patient_name_word USING gin (word gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX patient_name_word_by_sound ON public.patient_name_word USING btree (sound);

create table patient_photo (
  patient_id uuid not null,
  image bytea not null,
  sha bytea not null generated always as (sha256(image)) stored,
  taken_at timestamp with time zone not null default now(),
  taken_by uuid not null,
  constraint patient_photo_pkey PRIMARY KEY (patient_id),
  constraint patient_photo_of_patient FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint patient_photo_taken_by FOREIGN KEY (taken_by) REFERENCES staff(id),
  constraint patient_photo_is_jpeg CHECK (SUBSTRING(image FROM 1 FOR 3) = '\xffd8ff'::bytea),
  constraint patient_photo_is_small CHECK (octet_length(image) <= 102400)
);
CREATE TRIGGER patient_photo_marked AFTER INSERT OR DELETE OR UPDATE ON patient_photo FOR EACH ROW EXECUTE FUNCTION mark_patient_photo();

create table patient_tally (
  gender gender not null,
  current integer not null default 0,
  constraint patient_tally_pkey PRIMARY KEY (gender)
);

create table payer (
  id uuid not null default gen_random_uuid(),
  name text not null,
  kind payer_kind not null,
  version integer not null default 1,
  retired_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint payer_pkey PRIMARY KEY (id),
  constraint payer_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint payer_name_is_short CHECK (name ~ '\S'::text AND length(name) <= 100)
);
CREATE UNIQUE INDEX payer_name_once ON public.payer USING btree (fold(name)) WHERE (retired_at IS NULL);
CREATE TRIGGER payer_live AFTER INSERT OR UPDATE ON payer FOR EACH ROW EXECUTE FUNCTION tell_payer();
CREATE TRIGGER payers_at_most_200 BEFORE INSERT ON payer FOR EACH ROW EXECUTE FUNCTION keep_payers_few();

create table pending_sign_up (
  id uuid not null default gen_random_uuid(),
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  token_hash text,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint pending_sign_up_pkey PRIMARY KEY (id),
  constraint pending_sign_up_token_once UNIQUE (token_hash),
  constraint pending_sign_up_email_is_lower CHECK (email = lower(email)),
  constraint pending_sign_up_ends_later CHECK (expires_at > asked_at),
  constraint pending_sign_up_first_name_is_line CHECK (first_name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint pending_sign_up_last_name_is_line CHECK (last_name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text)
);
CREATE INDEX pending_sign_up_age ON public.pending_sign_up USING btree (expires_at);
CREATE INDEX pending_sign_up_of_email ON public.pending_sign_up USING btree (email, asked_at);

create table practice_session (
  id uuid not null default gen_random_uuid(),
  doctor_id uuid not null,
  clinic_id uuid not null,
  room text,
  weekday smallint not null,
  weeks int4multirange not null default '{[1,6)}'::int4multirange,
  minutes int4range not null,
  kind session_kind not null default 'SLOTS'::session_kind,
  slot_minutes smallint,
  capacity smallint not null,
  walk_ins smallint,
  valid daterange not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  online_places smallint,
  constraint practice_session_pkey PRIMARY KEY (id),
  constraint session_one_at_a_time EXCLUDE USING gist (doctor_id WITH =, weekday WITH =, weeks WITH &&, minutes WITH &&, valid WITH &&),
  constraint session_room_once EXCLUDE USING gist (clinic_id WITH =, fold(room) WITH =, weekday WITH =, weeks WITH &&, minutes WITH &&, valid WITH &&) WHERE (room IS NOT NULL),
  constraint session_in_clinic FOREIGN KEY (clinic_id) REFERENCES clinic(id),
  constraint session_of_doctor FOREIGN KEY (doctor_id) REFERENCES staff(id),
  constraint session_capacity CHECK (capacity >= 1 AND capacity <= 200),
  constraint session_hours CHECK (minutes <@ int4range(0, 1440) AND NOT isempty(minutes)),
  constraint session_online_places CHECK (online_places >= 0 AND online_places <= 200),
  constraint session_room_is_line CHECK (room !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint session_room_is_short CHECK (room ~ '\S'::text AND length(room) <= 30),
  constraint session_slot_minutes CHECK (slot_minutes >= 5 AND slot_minutes <= 240),
  constraint session_slots_fit CHECK (
CASE kind
    WHEN 'SLOTS'::session_kind THEN slot_minutes IS NOT NULL AND ((upper(minutes) - lower(minutes)) % slot_minutes::integer) = 0 AND capacity <= 20
    ELSE slot_minutes IS NULL
END),
  constraint session_valid CHECK (NOT lower_inf(valid)),
  constraint session_walk_ins CHECK (walk_ins >= 0 AND walk_ins <= 200),
  constraint session_weekday CHECK (weekday >= 1 AND weekday <= 7),
  constraint session_weeks CHECK (weeks <@ '{[1,6)}'::int4multirange AND NOT isempty(weeks))
);
CREATE INDEX session_of_clinic ON public.practice_session USING btree (clinic_id);
CREATE INDEX session_of_doctor_by_day ON public.practice_session USING btree (doctor_id, weekday);
CREATE TRIGGER session_live AFTER INSERT OR UPDATE ON practice_session FOR EACH ROW EXECUTE FUNCTION tell_session();
CREATE TRIGGER session_places_bookings AFTER INSERT OR UPDATE OF weekday, weeks, minutes, kind, slot_minutes, capacity, valid ON practice_session FOR EACH ROW EXECUTE FUNCTION place_bookings_again();
CREATE TRIGGER session_possible BEFORE INSERT OR UPDATE ON practice_session FOR EACH ROW EXECUTE FUNCTION keep_sessions_possible();

create table problem (
  id uuid not null default gen_random_uuid(),
  patient_id uuid not null,
  diagnosis text not null,
  icd10 text,
  onset_on date,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  recorded_by uuid not null,
  struck_at timestamp with time zone,
  struck_by uuid,
  struck_reason text,
  constraint problem_pkey PRIMARY KEY (id),
  constraint problem_of_patient UNIQUE (id, patient_id),
  constraint problem_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint problem_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES staff(id),
  constraint problem_struck_by_fkey FOREIGN KEY (struck_by) REFERENCES staff(id),
  constraint problem_diagnosis_is_line CHECK (diagnosis !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint problem_has_diagnosis CHECK (btrim(diagnosis) <> ''::text),
  constraint problem_icd10 CHECK (icd10 ~ '^[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?$'::text),
  constraint problem_struck_reason_is_lines CHECK (struck_reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint problem_struck_with_reason CHECK (num_nonnulls(struck_at, struck_by, struck_reason) = ANY (ARRAY[0, 3]))
);
CREATE INDEX problem_by_patient ON public.problem USING btree (patient_id, recorded_at, id);
CREATE TRIGGER problem_kept BEFORE INSERT ON problem FOR EACH ROW EXECUTE FUNCTION keep_clinical_entry('recorded_at');
CREATE TRIGGER problem_live AFTER INSERT OR UPDATE ON problem FOR EACH ROW EXECUTE FUNCTION tell_clinical_entry('problem');
CREATE TRIGGER problem_struck BEFORE UPDATE ON problem FOR EACH ROW EXECUTE FUNCTION strike_clinical_entry();

create table problem_resolution (
  id uuid not null,
  patient_id uuid not null,
  resolved_on date not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  resolved_by uuid not null,
  constraint problem_resolved_once PRIMARY KEY (id),
  constraint problem_resolution_of_patient FOREIGN KEY (id, patient_id) REFERENCES problem(id, patient_id),
  constraint problem_resolution_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES staff(id)
);
CREATE INDEX problem_resolution_of_patient_by_time ON public.problem_resolution USING btree (patient_id, recorded_at, id);
CREATE TRIGGER problem_resolution_live AFTER INSERT ON problem_resolution FOR EACH ROW EXECUTE FUNCTION tell_clinical_entry('problem');

create table purchase_order (
  id uuid not null default gen_random_uuid(),
  number integer not null default next_purchase_order_number(),
  supplier_id uuid,
  status purchase_order_status not null default 'DRAFT'::purchase_order_status,
  notes text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  received_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  is_open boolean not null generated always as ((status = ANY (ARRAY['DRAFT'::purchase_order_status, 'SENT'::purchase_order_status]))) stored,
  needed_by date,
  mailed_to text,
  mailed_at timestamp with time zone,
  constraint purchase_order_pkey PRIMARY KEY (id),
  constraint purchase_order_number_once UNIQUE (number),
  constraint purchase_order_open_once UNIQUE (id, is_open),
  constraint purchase_order_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff(id),
  constraint purchase_order_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES supplier(id),
  constraint purchase_order_mailed_to_somebody CHECK (mailed_at IS NULL OR mailed_to IS NOT NULL),
  constraint purchase_order_notes_is_lines CHECK (notes !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint purchase_order_sent_to_somebody CHECK ((status <> ALL (ARRAY['SENT'::purchase_order_status, 'RECEIVED'::purchase_order_status])) OR supplier_id IS NOT NULL)
);
CREATE INDEX purchase_order_open ON public.purchase_order USING btree (status) WHERE (status = ANY (ARRAY['DRAFT'::purchase_order_status, 'SENT'::purchase_order_status]));
CREATE TRIGGER purchase_order_live AFTER INSERT OR UPDATE ON purchase_order FOR EACH ROW EXECUTE FUNCTION tell_change('purchase-order');
CREATE TRIGGER purchase_order_transition BEFORE UPDATE ON purchase_order FOR EACH ROW EXECUTE FUNCTION keep_order_transitions();

create table purchase_order_counter (
  only_one boolean not null default true,
  last_number integer not null,
  constraint purchase_order_counter_pkey PRIMARY KEY (only_one),
  constraint purchase_order_counter_only_one CHECK (only_one)
);

create table purchase_order_line (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  item_id uuid not null,
  quantity numeric(14,3) not null,
  cost numeric(14,2) not null,
  received numeric(14,3) not null default 0,
  order_is_open boolean not null default true,
  outstanding_item_id uuid generated always as (
CASE
    WHEN (order_is_open AND (received < quantity)) THEN item_id
    ELSE NULL::uuid
END) stored,
  constraint purchase_order_line_pkey PRIMARY KEY (id),
  constraint order_line_item_once UNIQUE (order_id, item_id),
  constraint order_line_open_as_its_order FOREIGN KEY (order_id, order_is_open) REFERENCES purchase_order(id, is_open) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint order_line_outstanding_needs_current_item FOREIGN KEY (outstanding_item_id) REFERENCES inventory_item(current_id),
  constraint purchase_order_line_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_item(id),
  constraint purchase_order_line_order_id_fkey FOREIGN KEY (order_id) REFERENCES purchase_order(id) ON DELETE CASCADE,
  constraint order_line_cost_not_negative CHECK (cost >= 0::numeric),
  constraint order_line_not_over_received CHECK (received <= (quantity * 1.1)),
  constraint order_line_of_something CHECK (quantity > 0::numeric),
  constraint order_line_quantity_bounded CHECK (quantity <= 999999999::numeric) NOT VALID,
  constraint order_line_value_bounded CHECK ((quantity * cost) <= 999999999999.99) NOT VALID
);
CREATE INDEX order_line_of_item ON public.purchase_order_line USING btree (item_id);
CREATE INDEX order_line_outstanding ON public.purchase_order_line USING btree (outstanding_item_id) WHERE (outstanding_item_id IS NOT NULL);
CREATE TRIGGER purchase_order_bounded AFTER INSERT ON purchase_order_line REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_order_bounded();

create table queue_day (
  date date not null,
  last_number integer not null default 0,
  constraint queue_day_pkey PRIMARY KEY (date)
);

create table recipient_look (
  staff_id uuid not null,
  span text not null,
  since timestamp with time zone not null,
  sought text[] not null,
  constraint recipient_look_pkey PRIMARY KEY (staff_id, span, since),
  constraint recipient_look_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE,
  constraint looks_in_hour_bounded CHECK (span <> 'hour'::text OR cardinality(sought) <= 100),
  constraint looks_in_minute_bounded CHECK (span <> 'minute'::text OR cardinality(sought) <= 20),
  constraint recipient_look_span CHECK (span = ANY (ARRAY['hour'::text, 'minute'::text]))
);
CREATE INDEX recipient_look_since ON public.recipient_look USING btree (since);

create table record_access (
  id uuid not null default gen_random_uuid(),
  patient_id uuid not null,
  staff_id uuid not null,
  reason text not null,
  opened_at timestamp with time zone not null default clock_timestamp(),
  constraint record_access_pkey PRIMARY KEY (id),
  constraint record_access_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint record_access_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint record_access_has_reason CHECK (reason ~ '\S'::text AND length(reason) <= 500),
  constraint record_access_reason_is_lines CHECK (reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text)
);
CREATE INDEX record_access_last ON public.record_access USING btree (patient_id, staff_id, opened_at DESC);
CREATE TRIGGER record_access_told AFTER INSERT ON record_access FOR EACH ROW EXECUTE FUNCTION tell_record_opened();

create table record_reader (
  patient_id uuid not null,
  staff_id uuid not null,
  added_by uuid not null,
  added_at timestamp with time zone not null default clock_timestamp(),
  constraint record_reader_pkey PRIMARY KEY (patient_id, staff_id),
  constraint record_reader_added_by_fkey FOREIGN KEY (added_by) REFERENCES staff(id),
  constraint record_reader_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint record_reader_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
);
CREATE INDEX record_reader_of_staff ON public.record_reader USING btree (staff_id);
CREATE TRIGGER record_reader_live AFTER INSERT OR DELETE ON record_reader FOR EACH ROW EXECUTE FUNCTION tell_record_readers();

create table recovery_code (
  staff_id uuid not null,
  code_hash text not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (staff_id, code_hash),
  constraint recovery_code_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES two_factor(staff_id) ON DELETE CASCADE
);

create table role (
  id uuid not null default gen_random_uuid(),
  name text not null,
  title text not null,
  description text,
  permissions text[] not null,
  version integer not null default 1,
  retired_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  are_doctors boolean not null default false,
  constraint role_pkey PRIMARY KEY (id),
  constraint role_name_once UNIQUE (name),
  constraint role_description_is_line CHECK (description !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint role_description_is_short CHECK (description ~ '\S'::text AND length(description) <= 200),
  constraint role_exports_no_hospital CHECK (NOT permissions && ARRAY['hospital.export'::text]),
  constraint role_gives_no_power CHECK (NOT permissions && ARRAY['staff.manage'::text, 'audit.view'::text, 'waitingRoom.show'::text]),
  constraint role_gives_something CHECK (cardinality(permissions) > 0),
  constraint role_imports_nothing CHECK (NOT permissions && ARRAY['import.manage'::text]),
  constraint role_name_is_plain CHECK (name ~ '^[a-z][a-z0-9_]{0,59}$'::text),
  constraint role_restricts_no_record CHECK (NOT permissions && ARRAY['patient.restrict'::text]),
  constraint role_signs_as_doctor CHECK (are_doctors OR NOT permissions && ARRAY['allergy.confirm'::text, 'appointment.treat'::text, 'clinical.respond'::text, 'clinical.prescribe'::text, 'clinical.diagnose'::text, 'clinical.write'::text]),
  constraint role_title_is_line CHECK (title !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint role_title_is_new CHECK (fold(title) <> ALL (ARRAY['admin'::text, 'doctor'::text, 'nurse'::text, 'pharmacist'::text, 'receptionist'::text, 'inventory manager'::text])),
  constraint role_title_is_short CHECK (title ~ '\S'::text AND length(title) <= 40)
);
CREATE UNIQUE INDEX role_title_once ON public.role USING btree (fold(title)) WHERE (retired_at IS NULL);
CREATE TRIGGER role_in_use BEFORE UPDATE OF retired_at ON role FOR EACH ROW WHEN (old.retired_at IS NULL AND new.retired_at IS NOT NULL) EXECUTE FUNCTION keep_role_in_use();
CREATE TRIGGER role_live AFTER INSERT OR UPDATE ON role FOR EACH ROW EXECUTE FUNCTION tell_change('role');
CREATE TRIGGER role_of_doctors_stays BEFORE UPDATE OF are_doctors ON role FOR EACH ROW WHEN (old.are_doctors <> new.are_doctors) EXECUTE FUNCTION keep_role_of_doctors();
CREATE TRIGGER role_permissions_notified AFTER UPDATE OF permissions ON role FOR EACH ROW WHEN (old.permissions <> new.permissions) EXECUTE FUNCTION notify_of_permissions();
CREATE TRIGGER roles_at_most_50 BEFORE INSERT ON role FOR EACH ROW EXECUTE FUNCTION keep_roles_few();

create table server_secret (
  only_one boolean not null default true,
  value text not null default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text),
  constraint server_secret_pkey PRIMARY KEY (only_one),
  constraint server_secret_only_one CHECK (only_one)
);

create table session (
  id uuid not null default gen_random_uuid(),
  staff_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  used_at timestamp with time zone not null default now(),
  locked_at timestamp with time zone,
  second_step boolean not null default false,
  active_at timestamp with time zone not null default now(),
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_key UNIQUE (token),
  constraint session_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);
CREATE INDEX session_of_staff ON public.session USING btree (staff_id);
CREATE TRIGGER session_live AFTER DELETE ON session FOR EACH ROW EXECUTE FUNCTION tell_change('session');
CREATE TRIGGER session_locked AFTER UPDATE OF locked_at ON session FOR EACH ROW WHEN (old.locked_at IS DISTINCT FROM new.locked_at) EXECUTE FUNCTION tell_change('session');
CREATE TRIGGER session_nurse_told AFTER INSERT ON session FOR EACH ROW EXECUTE FUNCTION tell_nurse_of_standing_news2();
CREATE TRIGGER session_of_active_account BEFORE INSERT ON session FOR EACH ROW EXECUTE FUNCTION require_active_account();
CREATE TRIGGER session_second_step AFTER UPDATE OF second_step ON session FOR EACH ROW WHEN (old.second_step IS DISTINCT FROM new.second_step) EXECUTE FUNCTION tell_change('session');

create table shift (
  id uuid not null default gen_random_uuid(),
  name text not null,
  starts_at time without time zone not null,
  ends_at time without time zone not null,
  version integer not null default 1,
  retired_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint shift_pkey PRIMARY KEY (id),
  constraint shift_has_a_length CHECK (starts_at <> ends_at),
  constraint shift_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint shift_name_is_short CHECK (name ~ '\S'::text AND length(name) <= 40)
);
CREATE UNIQUE INDEX shift_name_once ON public.shift USING btree (fold(name)) WHERE (retired_at IS NULL);
CREATE TRIGGER shift_live AFTER INSERT OR UPDATE ON shift FOR EACH ROW EXECUTE FUNCTION tell_shift();
CREATE TRIGGER shift_removed AFTER UPDATE OF retired_at ON shift FOR EACH ROW WHEN (old.retired_at IS NULL AND new.retired_at IS NOT NULL) EXECUTE FUNCTION leave_removed_shift();
CREATE TRIGGER shifts_at_most_50 BEFORE INSERT ON shift FOR EACH ROW EXECUTE FUNCTION keep_shifts_few();

create table sign_in_count (
  key text not null,
  failures integer not null default 0,
  paused_until timestamp with time zone,
  refused integer not null default 0,
  forgotten_at timestamp with time zone not null,
  staff_id uuid,
  address text,
  constraint sign_in_count_pkey PRIMARY KEY (key)
);
CREATE INDEX sign_in_count_age ON public.sign_in_count USING btree (forgotten_at);

create table sign_in_place (
  staff_id uuid not null,
  place text not null,
  last_at timestamp with time zone not null,
  constraint sign_in_place_pkey PRIMARY KEY (staff_id, place),
  constraint sign_in_place_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_place_age ON public.sign_in_place USING btree (last_at);
CREATE INDEX sign_in_place_of_anyone ON public.sign_in_place USING btree (place);

create table slot_hold (
  id uuid not null default gen_random_uuid(),
  entry_id uuid,
  doctor_id uuid not null,
  session_id uuid not null,
  date date not null,
  "time" time without time zone not null,
  minutes smallint,
  seat smallint not null,
  made_by uuid,
  created_at timestamp with time zone not null default now(),
  until timestamp with time zone not null,
  released_at timestamp with time zone,
  answer hold_answer,
  answered_by uuid,
  constraint slot_hold_pkey PRIMARY KEY (id),
  constraint hold_one_per_entry EXCLUDE USING gist (entry_id WITH =, tstzrange(created_at, COALESCE(released_at, until)) WITH &&),
  constraint hold_one_per_seat EXCLUDE USING gist (doctor_id WITH =, seat WITH =, booked_during(date, "time", minutes) WITH &&, tstzrange(created_at, COALESCE(released_at, until)) WITH &&) WHERE (minutes IS NOT NULL),
  constraint hold_one_per_token EXCLUDE USING gist (session_id WITH =, date WITH =, seat WITH =, tstzrange(created_at, COALESCE(released_at, until)) WITH &&) WHERE (minutes IS NULL),
  constraint hold_answered_by FOREIGN KEY (answered_by) REFERENCES staff(id),
  constraint hold_for_entry FOREIGN KEY (entry_id) REFERENCES wait_entry(id),
  constraint hold_in_session FOREIGN KEY (session_id) REFERENCES practice_session(id),
  constraint hold_made_by FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint hold_of_doctor FOREIGN KEY (doctor_id) REFERENCES staff(id),
  constraint hold_for_entry_by_account CHECK ((entry_id IS NULL) = (made_by IS NULL)),
  constraint hold_lasts CHECK (until > created_at AND COALESCE(released_at, until) >= created_at AND COALESCE(released_at, until) <= until)
);
CREATE INDEX slot_hold_in_force ON public.slot_hold USING btree (date, doctor_id) WHERE (released_at IS NULL);
CREATE INDEX slot_hold_of_entry ON public.slot_hold USING btree (entry_id, created_at);
CREATE TRIGGER hold_placed BEFORE INSERT ON slot_hold FOR EACH ROW EXECUTE FUNCTION place_hold();
CREATE TRIGGER online_booking_over_notified AFTER UPDATE OF released_at ON slot_hold FOR EACH ROW WHEN (new.entry_id IS NULL AND old.released_at IS NULL AND new.released_at IS NOT NULL) EXECUTE FUNCTION forget_told_online_booking();
CREATE TRIGGER slot_hold_live AFTER INSERT OR UPDATE ON slot_hold FOR EACH ROW EXECUTE FUNCTION tell_hold();

create table spent_challenge (
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint spent_challenge_pkey PRIMARY KEY (challenge)
);
CREATE INDEX spent_challenge_age ON public.spent_challenge USING btree (expires_at);

create table staff (
  id uuid not null default gen_random_uuid(),
  name text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  role role_name,
  offered_roles role_name[] not null default '{}'::role_name[],
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  invitation_hash text,
  room text,
  specialty text,
  registration_number text,
  ward ward,
  own_role text,
  own_offered_roles text[] not null default '{}'::text[],
  unit_id uuid,
  is_doctor boolean not null default false,
  clinic_id uuid,
  constraint staff_pkey PRIMARY KEY (id),
  constraint staff_email_once UNIQUE (email),
  constraint staff_invitation_once UNIQUE (invitation_hash),
  constraint staff_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinic(id),
  constraint staff_invitation_known FOREIGN KEY (invitation_hash) REFERENCES invitation(token_hash),
  constraint staff_own_role_known FOREIGN KEY (own_role) REFERENCES role(name),
  constraint staff_unit_exists FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint staff_first_name_is_line CHECK (first_name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint staff_last_name_is_line CHECK (last_name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint staff_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint staff_one_role CHECK (role IS NULL OR own_role IS NULL),
  constraint staff_own_role_offered CHECK (own_role IS NULL OR (own_role = ANY (own_offered_roles))),
  constraint staff_registration_number_is_line CHECK (registration_number !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint staff_registration_number_is_short CHECK (registration_number ~ '\S'::text AND length(registration_number) <= 40),
  constraint staff_role_offered CHECK (role IS NULL OR (role = ANY (offered_roles))),
  constraint staff_room_is_line CHECK (room !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint staff_room_is_short CHECK (room ~ '\S'::text AND length(room) <= 30),
  constraint staff_specialty_is_line CHECK (specialty !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint staff_specialty_is_short CHECK (specialty ~ '\S'::text AND length(specialty) <= 60)
);
CREATE INDEX staff_doctors ON public.staff USING btree (last_name, first_name) WHERE (is_doctor AND active);
CREATE INDEX staff_of_clinic ON public.staff USING btree (clinic_id) WHERE (clinic_id IS NOT NULL);
CREATE TRIGGER doctors_at_most_2000 AFTER UPDATE OF role, own_role, active ON staff FOR EACH ROW WHEN (new.is_doctor AND new.active AND NOT (old.is_doctor AND old.active)) EXECUTE FUNCTION keep_doctors_few();
CREATE TRIGGER staff_clinic_open BEFORE INSERT OR UPDATE OF clinic_id ON staff FOR EACH ROW WHEN (new.clinic_id IS NOT NULL) EXECUTE FUNCTION require_open_clinic();
CREATE TRIGGER staff_ends_sign_ups AFTER INSERT ON staff FOR EACH ROW EXECUTE FUNCTION end_pending_sign_ups();
CREATE TRIGGER staff_first_account BEFORE INSERT ON staff FOR EACH ROW EXECUTE FUNCTION offer_roles_to_first_account();
CREATE TRIGGER staff_invited BEFORE INSERT ON staff FOR EACH ROW WHEN (new.invitation_hash IS NOT NULL) EXECUTE FUNCTION offer_roles_of_invitation();
CREATE TRIGGER staff_last_admin BEFORE UPDATE OF offered_roles, active ON staff FOR EACH ROW EXECUTE FUNCTION keep_an_admin();
CREATE TRIGGER staff_live AFTER INSERT OR UPDATE ON staff FOR EACH ROW EXECUTE FUNCTION tell_staff();
CREATE TRIGGER staff_offered_roles_known BEFORE INSERT OR UPDATE OF own_offered_roles ON staff FOR EACH ROW EXECUTE FUNCTION require_roles();
CREATE TRIGGER staff_offers_notified AFTER UPDATE OF offered_roles, own_offered_roles ON staff FOR EACH ROW WHEN (old.offered_roles IS DISTINCT FROM new.offered_roles OR old.own_offered_roles IS DISTINCT FROM new.own_offered_roles) EXECUTE FUNCTION notify_of_offers();
CREATE TRIGGER staff_placed BEFORE UPDATE OF ward, unit_id ON staff FOR EACH ROW EXECUTE FUNCTION place_staff();
CREATE TRIGGER staff_role_notified AFTER UPDATE OF role, own_role, active, ward, unit_id ON staff FOR EACH ROW WHEN (new.active AND COALESCE(new.role::text, new.own_role) IS NOT NULL AND (old.role IS DISTINCT FROM new.role OR old.own_role IS DISTINCT FROM new.own_role OR old.active IS DISTINCT FROM new.active OR old.ward IS DISTINCT FROM new.ward OR old.unit_id IS DISTINCT FROM new.unit_id)) EXECUTE FUNCTION notify_of_role();
CREATE TRIGGER staff_role_settled BEFORE INSERT OR UPDATE OF role, own_role ON staff FOR EACH ROW EXECUTE FUNCTION settle_role();

create table staff_shift (
  staff_id uuid not null,
  shift_id uuid not null,
  ward ward,
  unit_id uuid,
  constraint staff_shift_pkey PRIMARY KEY (staff_id, shift_id),
  constraint staff_shift_in_shift FOREIGN KEY (shift_id) REFERENCES shift(id),
  constraint staff_shift_of_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_shift_unit_of_ward FOREIGN KEY (unit_id, ward) REFERENCES unit(id, ward),
  constraint staff_shift_unit_has_ward CHECK (unit_id IS NULL OR ward IS NOT NULL)
);
CREATE INDEX staff_shift_by_shift ON public.staff_shift USING btree (shift_id);
CREATE INDEX staff_shift_by_unit ON public.staff_shift USING btree (unit_id) WHERE (unit_id IS NOT NULL);
CREATE TRIGGER staff_shift_live AFTER INSERT OR DELETE OR UPDATE ON staff_shift FOR EACH ROW EXECUTE FUNCTION tell_staff_of_shift();
CREATE TRIGGER staff_shift_notified AFTER INSERT OR DELETE OR UPDATE ON staff_shift FOR EACH ROW EXECUTE FUNCTION news2_of_shift_changed();
CREATE TRIGGER staff_shift_placed BEFORE INSERT OR UPDATE ON staff_shift FOR EACH ROW EXECUTE FUNCTION place_in_shift();

create table stay (
  id uuid not null default gen_random_uuid(),
  admission_id uuid not null,
  bed_id uuid not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  reason text,
  open_bed_id uuid generated always as (
CASE
    WHEN (ended_at IS NULL) THEN bed_id
    ELSE NULL::uuid
END) stored,
  open_admission_id uuid generated always as (
CASE
    WHEN (ended_at IS NULL) THEN admission_id
    ELSE NULL::uuid
END) stored,
  unit_id uuid,
  sex_rule_reason text,
  constraint stay_pkey PRIMARY KEY (id),
  constraint stay_one_per_admission EXCLUDE USING gist (admission_id WITH =, tstzrange(started_at, ended_at) WITH &&),
  constraint stay_one_per_bed EXCLUDE USING gist (bed_id WITH =, tstzrange(started_at, ended_at) WITH &&),
  constraint stay_admission_id_fkey FOREIGN KEY (admission_id) REFERENCES admission(id),
  constraint stay_bed_id_fkey FOREIGN KEY (bed_id) REFERENCES bed(id),
  constraint stay_in_unit FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint stay_open_needs_active_admission FOREIGN KEY (open_admission_id) REFERENCES admission(active_id),
  constraint stay_open_needs_usable_bed FOREIGN KEY (open_bed_id) REFERENCES bed(usable_id),
  constraint stay_ends_after_start CHECK (ended_at >= started_at),
  constraint stay_reason_is_lines CHECK (reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint stay_sex_rule_reason_is_line CHECK (sex_rule_reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint stay_sex_rule_reason_is_short CHECK (sex_rule_reason ~ '\S'::text AND length(sex_rule_reason) <= 200)
);
CREATE INDEX stay_by_time ON public.stay USING gist (tstzrange(started_at, ended_at));
CREATE INDEX stay_of_admission ON public.stay USING btree (admission_id, started_at);
CREATE INDEX stay_of_open_admission ON public.stay USING btree (open_admission_id) WHERE (open_admission_id IS NOT NULL);
CREATE INDEX stay_open ON public.stay USING btree (open_bed_id) WHERE (open_bed_id IS NOT NULL);
CREATE TRIGGER stay_ends_visit AFTER INSERT ON stay FOR EACH ROW WHEN (new.ended_at IS NULL) EXECUTE FUNCTION end_visit_of_admitted();
CREATE TRIGGER stay_live AFTER INSERT OR UPDATE ON stay FOR EACH ROW EXECUTE FUNCTION tell_bed_of_stay();
CREATE CONSTRAINT TRIGGER stay_news2 AFTER INSERT ON stay DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION news2_alerts_moved();
CREATE TRIGGER stay_placed BEFORE INSERT ON stay FOR EACH ROW EXECUTE FUNCTION place_stay();
CREATE TRIGGER stay_sex_rule BEFORE INSERT OR UPDATE OF unit_id, sex_rule_reason ON stay FOR EACH ROW EXECUTE FUNCTION keep_sex_rule();

create table stock_alert (
  id uuid not null default gen_random_uuid(),
  item_id uuid not null,
  batch_id uuid,
  kind stock_alert_kind not null,
  raised_at timestamp with time zone not null default now(),
  cleared_at timestamp with time zone,
  constraint stock_alert_pkey PRIMARY KEY (id),
  constraint stock_alert_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batch(id),
  constraint stock_alert_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_item(id)
);
CREATE INDEX stock_alert_by_time ON public.stock_alert USING btree (raised_at);
CREATE UNIQUE INDEX stock_alert_raised_once ON public.stock_alert USING btree (item_id, kind, COALESCE(batch_id, item_id)) WHERE (cleared_at IS NULL);
CREATE TRIGGER stock_alert_cleared AFTER UPDATE OF cleared_at ON stock_alert FOR EACH ROW WHEN (new.cleared_at IS NOT NULL) EXECUTE FUNCTION notify_of_stock_alert();
CREATE TRIGGER stock_alert_live AFTER INSERT OR UPDATE OF cleared_at ON stock_alert FOR EACH ROW EXECUTE FUNCTION tell_alerted_item();
CREATE TRIGGER stock_alert_notified AFTER INSERT ON stock_alert FOR EACH ROW EXECUTE FUNCTION notify_of_stock_alert();

create table stock_movement (
  id bigint not null generated always as identity,
  item_id uuid not null,
  batch_id uuid not null,
  kind movement_kind not null,
  quantity numeric(14,3) not null,
  balance numeric(14,3) not null default 0,
  reason text,
  cause dispose_cause,
  ward ward,
  patient_id uuid,
  order_line_id uuid,
  by_staff_id uuid,
  at timestamp with time zone not null default clock_timestamp(),
  unit_cost numeric(14,2),
  worth numeric(24,2) not null default 0,
  allergy text,
  allergy_reason text,
  countersignature_id uuid,
  constraint stock_movement_pkey PRIMARY KEY (id),
  constraint movement_countersignature_known FOREIGN KEY (countersignature_id) REFERENCES countersignature(id),
  constraint stock_movement_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batch(id),
  constraint stock_movement_by_staff_id_fkey FOREIGN KEY (by_staff_id) REFERENCES staff(id),
  constraint stock_movement_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_item(id),
  constraint stock_movement_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES purchase_order_line(id),
  constraint stock_movement_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint movement_adjusted_with_reason CHECK (kind <> 'ADJUST'::movement_kind OR reason IS NOT NULL),
  constraint movement_allergy_of_patient CHECK (allergy IS NULL OR kind = 'ISSUE'::movement_kind AND patient_id IS NOT NULL),
  constraint movement_allergy_with_reason CHECK (num_nonnulls(allergy, allergy_reason) = ANY (ARRAY[0, 2])),
  constraint movement_balance_bounded CHECK (quantity < 0::numeric OR balance <= 999999999::numeric) NOT VALID,
  constraint movement_disposed_with_cause CHECK ((kind = 'DISPOSE'::movement_kind) = (cause IS NOT NULL)),
  constraint movement_in_its_direction CHECK (
CASE kind
    WHEN 'RECEIVE'::movement_kind THEN quantity > 0::numeric
    WHEN 'RETURN'::movement_kind THEN quantity > 0::numeric
    WHEN 'ISSUE'::movement_kind THEN quantity < 0::numeric
    WHEN 'DISPOSE'::movement_kind THEN quantity < 0::numeric
    ELSE true
END),
  constraint movement_issued_to_somebody CHECK (kind <> 'ISSUE'::movement_kind OR ward IS NOT NULL OR patient_id IS NOT NULL),
  constraint movement_of_something CHECK (quantity <> 0::numeric),
  constraint movement_quantity_bounded CHECK (abs(quantity) <= 999999999::numeric) NOT VALID,
  constraint movement_unit_cost_bounded CHECK (unit_cost >= 0::numeric AND unit_cost <= 999999999::numeric),
  constraint movement_unit_cost_of_receipt CHECK (unit_cost IS NULL OR kind = 'RECEIVE'::movement_kind),
  constraint movement_worth_bounded CHECK (abs(worth) <= 999999999999.99) NOT VALID,
  constraint stock_movement_allergy_is_lines CHECK (allergy !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint stock_movement_allergy_reason_is_lines CHECK (allergy_reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint stock_movement_reason_is_lines CHECK (reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text)
);
CREATE INDEX movement_by_time ON public.stock_movement USING btree (at, id) INCLUDE (item_id, kind, cause, quantity, worth);
CREATE UNIQUE INDEX movement_countersigned_once ON public.stock_movement USING btree (countersignature_id) WHERE (countersignature_id IS NOT NULL);
CREATE INDEX movement_of_batch ON public.stock_movement USING btree (batch_id);
CREATE INDEX movement_of_item ON public.stock_movement USING btree (item_id, id DESC);
CREATE INDEX movement_of_patient ON public.stock_movement USING btree (patient_id, at, id) WHERE (patient_id IS NOT NULL);
CREATE INDEX movement_of_staff ON public.stock_movement USING btree (by_staff_id, at, id);
CREATE TRIGGER movement_booked BEFORE INSERT ON stock_movement FOR EACH ROW EXECUTE FUNCTION book_movement();
CREATE TRIGGER movement_countersigned BEFORE INSERT ON stock_movement FOR EACH ROW WHEN (new.kind = 'DISPOSE'::movement_kind OR new.kind = 'ADJUST'::movement_kind AND new.quantity < 0::numeric OR new.countersignature_id IS NOT NULL) EXECUTE FUNCTION keep_disposal_countersigned();
CREATE TRIGGER movement_to_patient_live AFTER INSERT ON stock_movement FOR EACH ROW WHEN (new.patient_id IS NOT NULL) EXECUTE FUNCTION tell_clinical_entry('stock-movement');

create table storage_location (
  id uuid not null default gen_random_uuid(),
  name text not null,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  constraint storage_location_pkey PRIMARY KEY (id),
  constraint storage_location_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text)
);
CREATE UNIQUE INDEX storage_location_name_once ON public.storage_location USING btree (fold(name));
CREATE TRIGGER storage_location_live AFTER INSERT OR DELETE OR UPDATE ON storage_location FOR EACH ROW EXECUTE FUNCTION tell_change('storage-location');

create table store_tally (
  category item_category not null,
  items integer not null default 0,
  low integer not null default 0,
  value numeric(24,2) not null default 0,
  worth numeric(24,2) not null default 0,
  constraint store_tally_pkey PRIMARY KEY (category)
);

create table supplier (
  id uuid not null default gen_random_uuid(),
  name text not null,
  contact text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  email text,
  constraint supplier_pkey PRIMARY KEY (id),
  constraint supplier_contact_is_line CHECK (contact !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint supplier_email_bounded CHECK (length(email) >= 3 AND length(email) <= 254),
  constraint supplier_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text)
);
CREATE UNIQUE INDEX supplier_name_once ON public.supplier USING btree (fold(name));
CREATE TRIGGER supplier_live AFTER INSERT OR DELETE OR UPDATE ON supplier FOR EACH ROW EXECUTE FUNCTION tell_change('supplier');

create table two_factor (
  staff_id uuid not null,
  secret text not null,
  last_step bigint not null,
  since timestamp with time zone not null default now(),
  constraint two_factor_pkey PRIMARY KEY (staff_id),
  constraint two_factor_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);

create table unit (
  id uuid not null default gen_random_uuid(),
  name text not null,
  ward ward not null,
  floor text,
  phone text,
  cleaned_by_staff boolean not null default true,
  version integer not null default 1,
  closed_at timestamp with time zone,
  merged_into uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  open_id uuid generated always as (
CASE
    WHEN (closed_at IS NULL) THEN id
    ELSE NULL::uuid
END) stored,
  sex_rule gender,
  department_id uuid,
  constraint unit_pkey PRIMARY KEY (id),
  constraint unit_of_ward UNIQUE (id, ward),
  constraint unit_open_once UNIQUE (open_id),
  constraint unit_merged_into_unit FOREIGN KEY (merged_into) REFERENCES unit(id),
  constraint unit_of_department FOREIGN KEY (department_id) REFERENCES department(id),
  constraint unit_floor_is_line CHECK (floor !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint unit_floor_is_short CHECK (floor ~ '\S'::text AND length(floor) <= 40),
  constraint unit_merged_is_closed CHECK (merged_into IS NULL OR closed_at IS NOT NULL),
  constraint unit_name_is_line CHECK (name !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint unit_name_is_short CHECK (name ~ '\S'::text AND length(name) <= 40),
  constraint unit_not_into_itself CHECK (merged_into <> id),
  constraint unit_phone_is_line CHECK (phone !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint unit_phone_is_short CHECK (phone ~ '\S'::text AND length(phone) <= 50),
  constraint unit_sex_rule_is_one CHECK (sex_rule = ANY (ARRAY['FEMALE'::gender, 'MALE'::gender]))
);
CREATE UNIQUE INDEX unit_name_once ON public.unit USING btree (fold(name)) WHERE (closed_at IS NULL);
CREATE TRIGGER unit_carries_shifts AFTER UPDATE OF closed_at ON unit FOR EACH ROW WHEN (old.closed_at IS NULL AND new.closed_at IS NOT NULL) EXECUTE FUNCTION carry_shifts_along();
CREATE TRIGGER unit_live AFTER INSERT OR UPDATE ON unit FOR EACH ROW EXECUTE FUNCTION tell_unit();
CREATE TRIGGER unit_one_of_ward BEFORE UPDATE OF closed_at ON unit FOR EACH ROW WHEN (old.closed_at IS NULL AND new.closed_at IS NOT NULL) EXECUTE FUNCTION keep_a_unit();
CREATE TRIGGER units_at_most_100 BEFORE INSERT ON unit FOR EACH ROW EXECUTE FUNCTION keep_units_few();

create table verification (
  id uuid not null default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint verification_pkey PRIMARY KEY (id)
);
CREATE INDEX verification_by_identifier ON public.verification USING btree (identifier);

create table visit_note (
  id uuid not null default gen_random_uuid(),
  patient_id uuid not null,
  appointment_id uuid not null,
  seen_at timestamp with time zone not null,
  reason text,
  findings text,
  assessment text,
  plan text,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  signed_at timestamp with time zone,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  recorded_by uuid not null,
  struck_at timestamp with time zone,
  struck_by uuid,
  struck_reason text,
  constraint visit_note_pkey PRIMARY KEY (id),
  constraint visit_note_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointment(id),
  constraint visit_note_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint visit_note_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES staff(id),
  constraint visit_note_struck_by_fkey FOREIGN KEY (struck_by) REFERENCES staff(id),
  constraint visit_note_assessment_is_lines CHECK (assessment !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint visit_note_findings_is_lines CHECK (findings !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint visit_note_plan_is_lines CHECK (plan !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint visit_note_reason_is_lines CHECK (reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint visit_note_says_something CHECK (num_nonnulls(reason, findings, assessment, plan) > 0),
  constraint visit_note_struck_reason_is_lines CHECK (struck_reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint visit_note_struck_when_signed CHECK (struck_at IS NULL OR signed_at IS NOT NULL),
  constraint visit_note_struck_with_reason CHECK (num_nonnulls(struck_at, struck_by, struck_reason) = ANY (ARRAY[0, 3]))
);
CREATE INDEX visit_note_of_appointment ON public.visit_note USING btree (appointment_id);
CREATE INDEX visit_note_of_patient ON public.visit_note USING btree (patient_id, seen_at, id);
CREATE UNIQUE INDEX visit_note_once ON public.visit_note USING btree (appointment_id) WHERE (struck_at IS NULL);
CREATE TRIGGER visit_note_kept BEFORE INSERT ON visit_note FOR EACH ROW EXECUTE FUNCTION keep_clinical_entry('seen_at');
CREATE TRIGGER visit_note_live AFTER INSERT OR UPDATE ON visit_note FOR EACH ROW EXECUTE FUNCTION tell_clinical_entry('visit-note');
CREATE TRIGGER visit_note_of_visit BEFORE INSERT ON visit_note FOR EACH ROW EXECUTE FUNCTION keep_visit_note();
CREATE TRIGGER visit_note_signed BEFORE UPDATE ON visit_note FOR EACH ROW EXECUTE FUNCTION keep_signed_note();
CREATE TRIGGER visit_note_struck BEFORE UPDATE ON visit_note FOR EACH ROW WHEN (old.struck_at IS NOT NULL OR new.struck_by IS NOT NULL) EXECUTE FUNCTION strike_clinical_entry();

create table visit_note_amendment (
  id uuid not null default gen_random_uuid(),
  visit_note_id uuid not null,
  patient_id uuid not null,
  text text not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  recorded_by uuid not null,
  constraint visit_note_amendment_pkey PRIMARY KEY (id),
  constraint visit_note_amendment_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint visit_note_amendment_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES staff(id),
  constraint visit_note_amendment_visit_note_id_fkey FOREIGN KEY (visit_note_id) REFERENCES visit_note(id),
  constraint visit_note_amendment_says_something CHECK (btrim(text) <> ''::text),
  constraint visit_note_amendment_text_is_lines CHECK (text !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text)
);
CREATE INDEX visit_note_amendment_of_note ON public.visit_note_amendment USING btree (visit_note_id, recorded_at, id);
CREATE TRIGGER visit_note_amendment_kept BEFORE INSERT ON visit_note_amendment FOR EACH ROW EXECUTE FUNCTION keep_amendment();
CREATE TRIGGER visit_note_amendment_live AFTER INSERT ON visit_note_amendment FOR EACH ROW EXECUTE FUNCTION tell_clinical_entry('visit-note');

create table visit_note_takeover (
  id uuid not null default gen_random_uuid(),
  visit_note_id uuid not null,
  taken_from uuid not null,
  taken_by uuid not null,
  taken_at timestamp with time zone not null default clock_timestamp(),
  constraint visit_note_takeover_pkey PRIMARY KEY (id),
  constraint visit_note_takeover_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES staff(id),
  constraint visit_note_takeover_taken_from_fkey FOREIGN KEY (taken_from) REFERENCES staff(id),
  constraint visit_note_takeover_visit_note_id_fkey FOREIGN KEY (visit_note_id) REFERENCES visit_note(id)
);
CREATE INDEX visit_note_takeover_of_note ON public.visit_note_takeover USING btree (visit_note_id, taken_at, id);
CREATE TRIGGER visit_note_taken_over BEFORE INSERT ON visit_note_takeover FOR EACH ROW EXECUTE FUNCTION take_over_draft();

create table vital_signs (
  id uuid not null default gen_random_uuid(),
  patient_id uuid not null,
  taken_at timestamp with time zone not null,
  temperature numeric(4,2),
  pulse smallint,
  respiratory_rate smallint,
  systolic smallint,
  diastolic smallint,
  oxygen_saturation smallint,
  weight numeric(5,2),
  height numeric(4,1),
  pain smallint,
  consciousness consciousness,
  oxygen oxygen_given,
  uses_scale_2 boolean not null default false,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  recorded_by uuid not null,
  struck_at timestamp with time zone,
  struck_by uuid,
  struck_reason text,
  recorded_as text not null default 'doctor'::text,
  constraint vital_signs_pkey PRIMARY KEY (id),
  constraint vital_signs_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint vital_signs_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES staff(id),
  constraint vital_signs_struck_by_fkey FOREIGN KEY (struck_by) REFERENCES staff(id),
  constraint vital_signs_diastolic CHECK (diastolic >= 0 AND diastolic <= 250),
  constraint vital_signs_height CHECK (height >= 20::numeric AND height <= 275::numeric),
  constraint vital_signs_hold_something CHECK (num_nonnulls(temperature, pulse, respiratory_rate, systolic, oxygen_saturation, weight, height, pain, consciousness) > 0),
  constraint vital_signs_oxygen_saturation CHECK (oxygen_saturation >= 20 AND oxygen_saturation <= 100),
  constraint vital_signs_pain CHECK (pain >= 0 AND pain <= 10),
  constraint vital_signs_pressure CHECK (diastolic IS NULL OR systolic IS NOT NULL AND diastolic < systolic),
  constraint vital_signs_pulse CHECK (pulse >= 0 AND pulse <= 350),
  constraint vital_signs_respiratory_rate CHECK (respiratory_rate >= 0 AND respiratory_rate <= 120),
  constraint vital_signs_struck_reason_is_lines CHECK (struck_reason !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff]'::text),
  constraint vital_signs_struck_with_reason CHECK (num_nonnulls(struck_at, struck_by, struck_reason) = ANY (ARRAY[0, 3])),
  constraint vital_signs_systolic CHECK (systolic >= 20 AND systolic <= 320),
  constraint vital_signs_temperature CHECK (temperature >= 10::numeric AND temperature <= 46::numeric),
  constraint vital_signs_weight CHECK (weight >= 0.2 AND weight <= 650::numeric)
);
CREATE INDEX vital_signs_latest_full_set ON public.vital_signs USING btree (patient_id, taken_at, id) WHERE ((num_nulls(temperature, pulse, respiratory_rate, systolic, oxygen_saturation, consciousness, oxygen) = 0) AND (struck_at IS NULL));
CREATE INDEX vital_signs_latest_height ON public.vital_signs USING btree (patient_id, taken_at, id) WHERE ((height IS NOT NULL) AND (struck_at IS NULL));
CREATE INDEX vital_signs_latest_pain ON public.vital_signs USING btree (patient_id, taken_at, id) WHERE ((pain IS NOT NULL) AND (struck_at IS NULL));
CREATE INDEX vital_signs_latest_weight ON public.vital_signs USING btree (patient_id, taken_at, id) WHERE ((weight IS NOT NULL) AND (struck_at IS NULL));
CREATE INDEX vital_signs_of_patient ON public.vital_signs USING btree (patient_id, taken_at, id);
CREATE TRIGGER vital_signs_kept BEFORE INSERT ON vital_signs FOR EACH ROW EXECUTE FUNCTION keep_clinical_entry('taken_at');
CREATE TRIGGER vital_signs_live AFTER INSERT OR UPDATE ON vital_signs FOR EACH ROW EXECUTE FUNCTION tell_clinical_entry('vital-signs');
CREATE CONSTRAINT TRIGGER vital_signs_newer_score AFTER INSERT ON vital_signs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (num_nulls(new.temperature, new.pulse, new.respiratory_rate, new.systolic, new.oxygen_saturation, new.consciousness, new.oxygen) = 0) EXECUTE FUNCTION news2_alerts_changed();
CREATE TRIGGER vital_signs_struck BEFORE UPDATE ON vital_signs FOR EACH ROW EXECUTE FUNCTION strike_clinical_entry();
CREATE TRIGGER vital_signs_struck_notified AFTER UPDATE ON vital_signs FOR EACH ROW WHEN (old.struck_at IS NULL AND new.struck_at IS NOT NULL) EXECUTE FUNCTION forget_struck_signs();
CREATE CONSTRAINT TRIGGER vital_signs_struck_score AFTER UPDATE ON vital_signs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.struck_at IS NULL AND new.struck_at IS NOT NULL) EXECUTE FUNCTION news2_alerts_changed();

create table wait_entry (
  id uuid not null default gen_random_uuid(),
  patient_id uuid not null,
  state wait_state not null default 'WAITING'::wait_state,
  open_patient_id uuid generated always as (
CASE
    WHEN (state = 'WAITING'::wait_state) THEN patient_id
    ELSE NULL::uuid
END) stored,
  clinic_id uuid,
  doctor_id uuid,
  first_day date not null,
  last_day date not null,
  times int4range not null default '[0,1440)'::int4range,
  priority smallint not null default 3,
  appointment_id uuid,
  note text,
  made_by uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  ended_by uuid,
  ended_at timestamp with time zone,
  booked_as uuid,
  constraint wait_entry_pkey PRIMARY KEY (id),
  constraint wait_entry_booked_as FOREIGN KEY (booked_as) REFERENCES appointment(id),
  constraint wait_entry_brings_forward FOREIGN KEY (appointment_id) REFERENCES appointment(id),
  constraint wait_entry_ended_by FOREIGN KEY (ended_by) REFERENCES staff(id),
  constraint wait_entry_for_doctor FOREIGN KEY (doctor_id) REFERENCES staff(id),
  constraint wait_entry_in_clinic FOREIGN KEY (clinic_id) REFERENCES clinic(id),
  constraint wait_entry_made_by FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint wait_entry_needs_current_patient FOREIGN KEY (open_patient_id) REFERENCES patient(admittable_id) DEFERRABLE INITIALLY DEFERRED,
  constraint wait_entry_of_patient FOREIGN KEY (patient_id) REFERENCES patient(id),
  constraint wait_entry_booked CHECK ((state = 'BOOKED'::wait_state) = (booked_as IS NOT NULL)),
  constraint wait_entry_days CHECK (last_day >= first_day AND last_day <= (first_day + 400)),
  constraint wait_entry_ended CHECK ((state = 'WAITING'::wait_state) = (ended_at IS NULL)),
  constraint wait_entry_for_somebody CHECK (num_nonnulls(clinic_id, doctor_id) > 0),
  constraint wait_entry_note_is_line CHECK (note !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff\t\n]'::text),
  constraint wait_entry_note_is_short CHECK (note ~ '\S'::text AND length(note) <= 200),
  constraint wait_entry_priority CHECK (priority >= 1 AND priority <= 3),
  constraint wait_entry_times CHECK (times <@ int4range(0, 1440) AND NOT isempty(times))
);
CREATE INDEX wait_entry_bringing_forward ON public.wait_entry USING btree (appointment_id) WHERE (state = 'WAITING'::wait_state);
CREATE INDEX wait_entry_ended_last ON public.wait_entry USING btree (created_at, id) WHERE (state <> 'WAITING'::wait_state);
CREATE INDEX wait_entry_in_turn ON public.wait_entry USING btree (priority, created_at, id) WHERE (state = 'WAITING'::wait_state);
CREATE UNIQUE INDEX wait_entry_once ON public.wait_entry USING btree (patient_id, clinic_id, doctor_id) NULLS NOT DISTINCT WHERE (state = 'WAITING'::wait_state);
CREATE TRIGGER wait_entry_live AFTER INSERT OR UPDATE ON wait_entry FOR EACH ROW EXECUTE FUNCTION tell_wait_entry();
CREATE TRIGGER wait_entry_possible BEFORE INSERT OR UPDATE OF patient_id, clinic_id, doctor_id, appointment_id ON wait_entry FOR EACH ROW WHEN (new.state = 'WAITING'::wait_state) EXECUTE FUNCTION keep_waits_possible();
