other();
