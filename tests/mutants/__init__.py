"""Would the tests notice? Small changes to the code, each of which some test should fail on."""
