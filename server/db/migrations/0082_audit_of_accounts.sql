-- What was done to an account, a bed or an item, newest first. What is about a patient has an index of its own.
create index audit_entry_of_subject on audit_entry (subject_id, at)
  where subject_id is not null and patient_ids = '{}';
