-- A hospital's first patients are a step of setting up too: registered, or taken from sample data.
alter table hospital drop constraint hospital_setup_steps, add constraint hospital_setup_steps
  check (setup_put_off <@ array['hospital', 'beds', 'colleagues', 'stock', 'patients']);
