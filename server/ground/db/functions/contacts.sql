-- Rules for the contacts of patients (record 96).

create or replace trigger contact_kept before insert on patient_contact
  for each row execute function require_patient_on_record('contact_needs_patient');

-- All contacts are read at once. The lock makes additions for one patient count one after another.
create or replace function keep_contacts_few() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('contacts'), hashtext(new.patient_id::text));
  if (select count(*) from patient_contact where patient_id = new.patient_id and ended_at is null) >= 20 then
    raise exception 'there are too many contacts' using errcode = 'check_violation', constraint = 'contacts_at_most_20';
  end if;
  return new;
end $$;
create or replace trigger contacts_at_most_20 before insert on patient_contact
  for each row execute function keep_contacts_few();

-- A contact is linked only to the record of a patient who is registered and alive; later the link stays.
create or replace function require_linked_patient() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger contact_linked before insert or update of other_patient_id on patient_contact
  for each row when (new.other_patient_id is not null) execute function require_linked_patient();

-- Live changes (record 16).
create or replace trigger contact_live after insert or update on patient_contact
  for each row execute function tell_clinical_entry('contact');
