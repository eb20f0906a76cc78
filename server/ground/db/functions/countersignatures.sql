-- Acts that a second person countersigns (record 87).

-- Only an active account countersigns. One that is being deactivated is waited for, and then refused.
create or replace function hold_to_active_witness(witness uuid) returns void language plpgsql as $$
begin
  perform from staff where id = witness and active for share;
  if not found then
    raise exception 'the account of the witness was deactivated'
      using errcode = 'check_violation', constraint = 'countersignature_of_active_witness';
  end if;
end $$;

create or replace function keep_witness_active() returns trigger language plpgsql as $$
begin
  perform hold_to_active_witness(new.witness_id);
  return new;
end $$;

create or replace trigger countersignature_of_active_witness before insert on countersignature
  for each row execute function keep_witness_active();

-- Holds a row of such an act to the hospital's setting, and to a countersignature of that act: by somebody else for this actor, within two
-- minutes. A countersignature serves one row by the unique indexes of the tables.
create or replace function hold_to_countersignature(of_act text, given uuid, actor uuid) returns void
language plpgsql as $$
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
end $$;

create or replace function keep_override_countersigned() returns trigger language plpgsql as $$
begin
  perform hold_to_countersignature('ALLERGY_OVERRIDE', new.countersignature_id, new.recorded_by);
  return new;
end $$;

create or replace trigger medication_countersigned before insert on medication
  for each row when (new.allergy is not null or new.countersignature_id is not null)
  execute function keep_override_countersigned();

-- A count that finds less of a controlled medicine takes it off the record just as a disposal does.
create or replace function keep_disposal_countersigned() returns trigger language plpgsql as $$
begin
  if new.countersignature_id is not null or (select is_controlled from inventory_item where id = new.item_id) then
    perform hold_to_countersignature('CONTROLLED_DISPOSAL', new.countersignature_id, new.by_staff_id);
  end if;
  return new;
end $$;

create or replace trigger movement_countersigned before insert on stock_movement
  for each row when (new.kind = 'DISPOSE' or new.kind = 'ADJUST' and new.quantity < 0 or new.countersignature_id is not null)
  execute function keep_disposal_countersigned();

create or replace function keep_merge_countersigned() returns trigger language plpgsql as $$
begin
  perform hold_to_countersignature('RECORD_MERGE', new.countersignature_id, new.merged_by);
  return new;
end $$;

create or replace trigger merge_countersigned before insert on patient_merge
  for each row execute function keep_merge_countersigned();

-- While there is stock of it, a medicine stays controlled: otherwise one person alone could dispose of it after clearing the mark.
create or replace function keep_stock_controlled() returns trigger language plpgsql as $$
begin
  if 'CONTROLLED_DISPOSAL' = any ((select countersigned_acts from hospital)::text[])
     and exists (select from batch where item_id = new.id and quantity > 0) then
    raise exception 'there is stock of it' using errcode = 'check_violation', constraint = 'controlled_while_in_stock';
  end if;
  return new;
end $$;

create or replace trigger item_stays_controlled before update of is_controlled on inventory_item
  for each row when (old.is_controlled and not new.is_controlled) execute function keep_stock_controlled();
