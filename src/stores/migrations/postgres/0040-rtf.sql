alter table knowledge_documents drop constraint knowledge_documents_format_check;
alter table knowledge_documents add constraint knowledge_documents_format_check
  check (format in ('pdf', 'html', 'markdown', 'docx', 'rtf', 'text'));
