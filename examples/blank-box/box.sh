# Runs a command in a box: of your environment it has the search path, and a home folder with nothing in it.
#   sh box.sh COMMAND...
mkdir -p home
exec env -i PATH="$PATH" HOME="$PWD/home" "$@"
